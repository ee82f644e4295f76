import { secretName } from "../../protocol/secretMarks.ts";

/** Why this cannot be the name of a further secret; `null`: it can. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (!secretName.test(name)) return "Letters, digits and _, not beginning with a digit.";
  return taken.includes(name) ? "There is a secret with this name; replace it in the list." : null;
}
