import type { Reporter } from "vitest/reporters";

export function vitestReport(file: string): Reporter;
