import type { Dispatch } from "../engine/effect.ts";
import type { Execution, HandedOn } from "../runtime/world.ts";
import type { Json } from "../workflow/json.ts";
import { stepsMentionedBy } from "../workflow/references.ts";

/** What expressions and templates read (`formats.md` §1), and for short the event's `type` and `data`. */
export interface Roots {
  readonly event: unknown;
  readonly type?: string;
  readonly data?: Json;
  readonly input: Json;
  readonly steps: Readonly<Record<string, HandedOn>>;
  readonly needs: Readonly<Record<string, HandedOn>>;
  readonly store: Json;
  readonly run: { readonly id: string };
  readonly attempt: Dispatch["attempt"];
  readonly item?: Json;
  readonly index?: number;
  readonly items?: unknown;
}

/** The roots of one execution, with the steps that its texts mention. */
export async function rootsOf(dispatch: Dispatch, execution: Execution): Promise<Roots> {
  const step = execution.workflow.steps[dispatch.step];
  const steps: Record<string, HandedOn> = {};
  for (const id of step ? stepsMentionedBy(step) : []) {
    const found = await execution.lookBack(id);
    if (found) steps[id] = found;
  }
  const { event, element, elements } = dispatch;
  return {
    event,
    ...(event && { type: event.type, ...(event.data !== undefined && { data: event.data }) }),
    input: execution.input(),
    steps,
    needs: steps,
    store: execution.store(),
    run: { id: execution.runId },
    attempt: dispatch.attempt,
    ...(element && { item: element.item, index: element.index }),
    ...(elements && { items: elements }),
  };
}
