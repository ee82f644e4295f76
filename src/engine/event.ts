import type { Json } from "../workflow/json.ts";
import type { EventType } from "../workflow/workflow.ts";

/** What flows along wires. A value: frozen at the boundary, never shared mutable (R7). Absent data is not `null`. */
export interface Event {
  readonly type: EventType;
  readonly data?: Json;
}
