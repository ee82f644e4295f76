import type { Misfit } from "../engine/retelling.ts";
import type { ForkMisfit } from "../protocol/fork.ts";
import { assertNever } from "../workflow/assertNever.ts";
import type { StepId } from "../workflow/workflow.ts";
import type { SchemaMisfit } from "./schemaFit.ts";

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

/** What of a journal does not fit another version of its workflow, as sentences for a person, and what to do. */
export function misfitText(misfit: Misfit | SchemaMisfit, title: (step: StepId) => string): ForkMisfit {
  switch (misfit.kind) {
    case "left-out": {
      const ticks = counted(misfit.ticks, "tick");
      const isOne = misfit.ticks === 1;
      if (misfit.step === "")
        return {
          text: `${ticks} of the run ${isOne ? "has" : "have"} no counterpart in this version and ${isOne ? "is" : "are"} left out.`,
        };
      return misfit.removed
        ? {
            text: `${removed(misfit.step, title)}: ${ticks} about it and what it handed on are left out.`,
            todo: "Give a step that takes its place the same id, or go on without what it did.",
          }
        : {
            text: `The step “${title(misfit.step)}” did not begin the same work in this version: ${ticks} about it ${isOne ? "is" : "are"} left out.`,
            todo: "What it does in this version begins anew in the fork.",
          };
    }
    case "other-end":
      return {
        text: `What “${title(misfit.step)}” handed on in tick ${misfit.seq} was ${ends[misfit.was] ?? misfit.was} and is ${ends[misfit.is] ?? misfit.is} in this version.`,
        ...before(misfit.seq, `“${title(misfit.step)}” runs again`),
      };
    case "dropped": {
      const items = misfit.items === 1 ? "1 item waits" : `${misfit.items} items wait`;
      return {
        text: `${removed(misfit.step, title)}, and ${items} there: that work is dropped.`,
        todo: "Fork from a tick before that work came, or go on without it.",
      };
    }
    case "ended":
      return {
        text: `With this version the run would have ended in tick ${misfit.seq}: ${misfit.reason}.`,
        ...before(misfit.seq, "it goes on"),
      };
    case "schema":
      return schemaText(misfit, title);
    default:
      return assertNever(misfit);
  }
}

/** Another step may have its title now: it is the id that is gone. */
function removed(step: StepId, title: (step: StepId) => string): string {
  const name = title(step);
  return `The step “${name}”${name === step ? "" : ` with the id “${step}”`} is not in this version`;
}

function schemaText(
  { of, count, seq, pointer, message, more }: SchemaMisfit,
  title: (step: StepId) => string,
): ForkMisfit {
  const where = `${pointer === "" ? "" : `${pointer}: `}${message}`.replace(/\.$/, "");
  const first = `${more ? "of the first that were looked at; " : ""}first in tick ${seq}: ${where}`;
  switch (of.kind) {
    case "input":
      return {
        text: `The input of the run does not fit the input schema of this version (${where}).`,
        todo: "Fork at tick 1 with another input, or let the schema allow this one. What ran with it keeps it.",
        forkAt: 1,
      };
    case "store":
      return {
        text: `The store as it is there does not fit the store schema of this version (${where}).`,
        todo: "The next step that writes into the store fails. Let the schema allow what is there, or fork from an earlier tick.",
      };
    case "output":
      return {
        text: `${counted(count, "output")} of “${title(of.step)}” would be refused by the output schema that it has in this version (${first}).`,
        ...before(seq, `“${title(of.step)}” runs again`, "Else steps behind it get it as it is."),
      };
    case "event":
      return {
        text: `${counted(count, "event")} of the type ${of.type} would be refused by the schema that it has in this version (${first}).`,
        ...before(seq, "it is made again", "Else the steps that take it get it as it is."),
      };
    default:
      return assertNever(of);
  }
}

function before(seq: number, then: string, orElse = ""): Omit<ForkMisfit, "text"> {
  if (seq <= 1) return { todo: orElse };
  return { todo: `Fork after tick ${seq - 1}, so that ${then}. ${orElse}`.trim(), forkAt: seq - 1 };
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count.toLocaleString("en")} ${what}s`;
}

/** All of them in one text. */
export function misfitsText(misfits: readonly ForkMisfit[]): string {
  return misfits.flatMap(({ text, todo }) => [text, ...(todo ? [todo] : [])]).join(" ");
}
