import type { Samples, Scale } from "./measure.ts";
import { langgraphChain, langgraphFanOut } from "./peers/langgraphRuns.ts";
import { workflowCoreAside } from "./peers/workflowCoreAside.ts";
import { xstateLoop } from "./peers/xstateLoop.ts";
import { chainAgainst, fanOutAgainst } from "./rows/checkpoints.ts";
import { durableRows } from "./rows/durable.ts";
import { growthRows } from "./rows/growth.ts";
import { loopAgainst } from "./rows/memory.ts";

const rows: Readonly<Record<string, (scale: Scale) => Promise<Samples>>> = {
  ...durableRows,
  ...growthRows,
  "B3 loop against xstate": loopAgainst(xstateLoop, 10_000, "xstate"),
  "B3 loop against workflow-core": loopAgainst(workflowCoreAside, 10_000, "workflow-core"),
  "B4 chain": chainAgainst(langgraphChain),
  "B4 fan-out": fanOutAgainst(langgraphFanOut),
};

addEventListener("message", ({ data }: MessageEvent<{ readonly id: string; readonly scale: Scale }>) => {
  const row = rows[data.id];
  if (!row) postMessage({ error: `the page has no row ${data.id}` });
  else
    row(data.scale).then(
      (samples) => postMessage({ samples }),
      (error: unknown) =>
        postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
});
