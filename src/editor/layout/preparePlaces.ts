import type { Workflow } from "../../workflow/workflow.ts";
import { layoutNeeded, tidyWith } from "../canvas/positions.ts";
import { loadTidy, tidyAside } from "./tidyAside.ts";

/**
 * Finds places for the steps of a workflow that have none, before it is drawn: of a large one beside the page. Without
 * it, or when the layout cannot be loaded, such cards stand in columns.
 */
export async function preparePlaces(workflow: Workflow): Promise<void> {
  const needed = layoutNeeded(workflow);
  if (needed === null) return;
  try {
    const { cards } = await tidyAside({ ...workflow, layout: {} }, needed.before);
    needed.found(cards);
    tidyWith(await loadTidy());
  } catch {
    // Whoever served the page is gone.
  }
}
