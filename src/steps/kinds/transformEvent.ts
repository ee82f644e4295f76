import type { Result } from "../../engine/result.ts";
import { handOn } from "../../runtime/handOn.ts";
import { evaluateExpression } from "../evaluate.ts";
import type { Work } from "../executor.ts";

export async function transformEvent(work: Work<"transform">): Promise<readonly Result[]> {
  return [handOn(work.step, await evaluateExpression(work, "expression", work.step.config.expression))];
}
