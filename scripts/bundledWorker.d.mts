import type { Plugin } from "vite";

export function bundledWorker(entry: string, address: string): Plugin;
