import { pinnedSteps, withoutWorkOf } from "../workflow/pins.ts";
import { upToStep } from "../workflow/upTo.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { RunRequest } from "./startFlow.ts";

/** What the person is asked to allow: what the run would do, and no more. */
export function askedOf({ workflow, withPins, upTo }: RunRequest): Workflow {
  const part = upTo === undefined ? workflow : upToStep(workflow, upTo);
  return withPins === true ? withoutWorkOf(part, pinnedSteps(part)) : part;
}
