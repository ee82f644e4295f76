import type { Samples, Scale } from "./measure.ts";
import { workflowCoreAside, xstateAside } from "./peers/aside.ts";
import { langgraphChain, langgraphFanOut } from "./peers/langgraphRuns.ts";
import { chainAgainst, fanOutAgainst } from "./rows/checkpoints.ts";
import { durableRows } from "./rows/durable.ts";
import { growthRows } from "./rows/growth.ts";
import { loopAgainst } from "./rows/memory.ts";

const rows: Readonly<Record<string, (scale: Scale) => Promise<Samples>>> = {
  ...durableRows,
  ...growthRows,
  "B3 loop against xstate": loopAgainst(xstateAside, "xstate"),
  "B3 loop against workflow-core": loopAgainst(workflowCoreAside, "workflow-core"),
  "B4 chain": chainAgainst(langgraphChain),
  "B4 fan-out": fanOutAgainst(langgraphFanOut),
};

interface Question {
  readonly id: string;
  readonly scale: Scale;
}

// Once: what comes later is for the row.
addEventListener(
  "message",
  ({ data }: MessageEvent<Question>) => {
    const row = rows[data.id];
    if (!row) postMessage({ error: `the page has no row ${data.id}` });
    else
      row(data.scale).then(
        (samples) => postMessage({ samples }),
        (error: unknown) =>
          postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  },
  { once: true },
);
