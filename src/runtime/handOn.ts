import type { Result } from "../engine/result.ts";
import type { Json } from "../workflow/json.ts";
import type { StepFields } from "../workflow/workflow.ts";

/** The success of a kind with a `done` port: its event when the port is wired, else nothing follows. */
export function handOn(step: Pick<StepFields, "emits"> | undefined, data: Json): Result {
  const type = step?.emits?.done;
  return type === undefined ? { kind: "return", value: null, data } : { kind: "return", value: { type, data } };
}
