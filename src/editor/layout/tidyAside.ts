import { loadedSoon } from "../../ui/loadLater.ts";
import type { Point, StepId, Workflow } from "../../workflow/workflow.ts";
import type { Tidied } from "./tidyWorkflow.ts";

/** More cards than this are tidied in a worker, so that the page goes on. */
const manyCards = 120;

/** The layout comes with a library of its own. */
export const loadTidy = loadedSoon(() => import("./tidyWorkflow.ts").then((module) => module.tidyWorkflow));

/** `tidyWorkflow`, where it takes no time from the page. */
export async function tidyAside(workflow: Workflow, before: ReadonlyMap<StepId, Point>): Promise<Tidied> {
  if (Object.keys(workflow.steps).length > manyCards && typeof Worker !== "undefined") {
    const tidied = await tidyInWorker(workflow, before);
    if (tidied !== null) return tidied;
  }
  const tidy = await loadTidy();
  return tidy(workflow, before);
}

/** `null`: its script could not be loaded, because whoever served the page is gone. */
function tidyInWorker(workflow: Workflow, before: ReadonlyMap<StepId, Point>): Promise<Tidied | null> {
  const worker = new Worker(new URL("../../../workers/layout/layout.ts", import.meta.url), { type: "module" });
  const answer = new Promise<Tidied | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Tidied>) => resolve(data);
    worker.onerror = () => resolve(null);
  });
  worker.postMessage({ workflow, before });
  return answer.finally(() => worker.terminate());
}
