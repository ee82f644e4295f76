import type { Misfit } from "../engine/retelling.ts";
import { assertNever } from "../workflow/assertNever.ts";

const ends: Readonly<Record<string, string>> = {
  completed: "a success",
  failed: "a failure",
  denied: "a denial",
  retrying: "a failure that is retried",
  cancelled: "a cancellation",
  waiting: "a wait",
  uncertain: "uncertain",
  rerun: "an interruption",
  ignored: "nothing",
};

/** What of a journal does not fit another version of its workflow, as a sentence for a person. */
export function misfitText(misfit: Misfit): string {
  switch (misfit.kind) {
    case "left-out": {
      const ticks = misfit.ticks === 1 ? "1 tick" : `${misfit.ticks} ticks`;
      if (misfit.step === "") return `${ticks} of the run have no counterpart in this version and are left out.`;
      return misfit.removed
        ? `The step “${misfit.step}” is not in this version: ${ticks} about it are left out, with what it handed on.`
        : `The step “${misfit.step}” did not begin the same work in this version: ${ticks} about it are left out.`;
    }
    case "other-end":
      return `What “${misfit.step}” handed on in tick ${misfit.seq} was ${ends[misfit.was] ?? misfit.was} and is ${ends[misfit.is] ?? misfit.is} in this version.`;
    case "dropped": {
      const items = misfit.items === 1 ? "1 item waits" : `${misfit.items} items wait`;
      return `The step “${misfit.step}” is not in this version, and ${items} there: that work is dropped.`;
    }
    case "ended":
      return `With this version the run would have ended in tick ${misfit.seq}: ${misfit.reason}. Fork from a tick before it.`;
    default:
      return assertNever(misfit);
  }
}
