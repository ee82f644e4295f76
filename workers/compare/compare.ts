import { CompareHost } from "../../src/runs/compare/CompareHost.ts";
import type { FromCompare, ToCompare } from "../../src/runs/compare/compareMessages.ts";

/** Compares two runs of which it is told the ticks. The page ends this worker when nobody looks any more. */
const host = new CompareHost((message: FromCompare) => postMessage(message));

addEventListener("message", ({ data }: MessageEvent<ToCompare>) => host.hear(data));
