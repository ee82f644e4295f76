import { createWorkflow, workflowEvent } from "@llamaindex/workflow-core";

/** A loop of `length` steps, each an async handler; steps per second. */
export async function workflowCoreLoop(length: number): Promise<number> {
  const next = workflowEvent<number>();
  const stop = workflowEvent<number>();
  const workflow = createWorkflow();
  workflow.handle([next], async (_context, event) => {
    const count = event.data + 1;
    return count < length ? next.with(count) : stop.with(count);
  });
  const begin = performance.now();
  const { stream, sendEvent } = workflow.createContext();
  sendEvent(next.with(0));
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("workflow-core ended without its stop event");
    if (stop.include(value)) break;
  }
  return (length / (performance.now() - begin)) * 1_000;
}
