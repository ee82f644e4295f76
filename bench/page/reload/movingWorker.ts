import { listUnfinished } from "../../../src/storage/runs.ts";
import { database } from "../ours/database.ts";

// As the product's engine worker begins for the page of a run (workers/engine/engine.ts): the lists are read while the
// part that drives runs is loaded.
const part = import("../ours/longRun.ts");
void listUnfinished(database);

addEventListener("message", ({ data }: MessageEvent<{ readonly run: string }>) => {
  part
    .then(({ moveOn }) => moveOn(data.run))
    .then(
      () => postMessage({}),
      (error: unknown) => postMessage({ error: String(error) }),
    );
});
