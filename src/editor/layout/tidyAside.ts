import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import { type Tidied, tidyWorkflow } from "./tidyWorkflow.ts";

/** More cards than this are tidied in a worker, so that the page goes on. */
const manyCards = 120;

/** `tidyWorkflow`, where it takes no time from the page. At once for a small workflow. */
export function tidyAside(
  workflow: Workflow,
  before: ReadonlyMap<StepId, Point>,
  done: (tidied: Tidied) => void,
): void {
  if (Object.keys(workflow.steps).length <= manyCards || typeof Worker === "undefined") {
    done(tidyWorkflow(workflow, before));
    return;
  }
  const worker = new Worker(new URL("../../../workers/layout/layout.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Tidied>) => {
    worker.terminate();
    done(data);
  };
  // Its script could not be loaded: whoever served the page is gone.
  worker.onerror = () => {
    worker.terminate();
    done(tidyWorkflow(workflow, before));
  };
  worker.postMessage({ workflow, before });
}
