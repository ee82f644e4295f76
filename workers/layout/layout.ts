import { tidyWorkflow } from "../../src/editor/layout/tidyWorkflow.ts";
import type { Point, Workflow } from "../../src/workflow/workflow.ts";

/** Tidies one workflow and answers the places. The page ends this worker when it has them. */
addEventListener("message", ({ data }: MessageEvent<{ workflow: Workflow; before: ReadonlyMap<string, Point> }>) => {
  postMessage(tidyWorkflow(data.workflow, data.before));
});
