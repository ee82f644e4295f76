import type { Dispatch } from "../engine/effect.ts";
import type { Result } from "../engine/result.ts";
import { handOn } from "../runtime/handOn.ts";
import type { Json } from "../workflow/json.ts";
import { pinnedList } from "../workflow/pins.ts";
import type { Step } from "../workflow/workflow.ts";

/**
 * What a step did, said by its pinned output: what it handed on once, as a success. Of a list (`forEach`) no element is
 * begun; the whole list is handed on.
 */
export function pinnedResults(step: Step, { each }: Pick<Dispatch, "each">, pinned: Json): readonly Result[] {
  if (each?.kind === "open") return [{ kind: "each", elements: [] }];
  if (step.kind === "fan-out" && each === undefined) {
    const type = step.batches?.done;
    const events = type === undefined ? [] : pinnedList(pinned).map((data) => ({ type, data }));
    return [{ kind: "return", value: events }];
  }
  return [...besides(step, pinned), handOn(step, pinned)];
}

/** The exit of a command and the value that its schema binds, which stand beside what it handed on. */
function besides(step: Step, pinned: Json): readonly Result[] {
  if (typeof pinned !== "object" || pinned === null || Array.isArray(pinned)) return [];
  const { exit, output } = pinned as { readonly exit?: Json; readonly output?: Json };
  const results: Result[] = [];
  if (step.kind === "command" && typeof exit === "number") results.push({ kind: "exit", exit: { code: exit } });
  if ((step.kind === "command" || step.kind === "agent") && output !== undefined && step.output !== undefined)
    results.push({ kind: "output", value: output });
  return results;
}
