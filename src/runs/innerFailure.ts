import { scopeOf } from "../workflow/subWorkflows.ts";
import type { Attempt } from "./attempt.ts";

/** Of a step that runs a workflow: the attempt in there, however deep, because of which it failed. `undefined`: none. */
export function innerFailure(attempts: Iterable<Attempt>, outer: Attempt): Attempt | undefined {
  const failed = [...attempts].filter(({ end }) => end === "failed" || end === "denied");
  const causeOf = ({ step, fromSeq, toSeq = 0 }: Attempt) =>
    failed.findLast((each) => scopeOf(each.step) === step && between(each.toSeq, fromSeq, toSeq));
  let found = causeOf(outer);
  for (let deeper = found; deeper !== undefined; deeper = causeOf(deeper)) found = deeper;
  return found;
}

function between(seq: number | undefined, from: number, to: number): boolean {
  return seq !== undefined && seq >= from && seq <= to;
}
