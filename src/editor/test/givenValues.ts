import type { LastRun } from "../../protocol/storedRun.ts";
import type { Json } from "../../workflow/json.ts";
import { stepsMentionedBy } from "../../workflow/references.ts";
import type { EventType, StepId, Workflow } from "../../workflow/workflow.ts";
import { arrivalsAt, type LastValues } from "../inspector/arrivals/arrivals.ts";
import { memberOf, type Shape } from "../inspector/arrivals/shape.ts";

/** What a step is given in a test, as far as a person can say it. */
export interface Given {
  /** Absent for a task. */
  readonly type?: EventType;
  readonly data: Json;
  /** What its texts can look at besides: the input, earlier steps, the store, an element. */
  readonly around: Json;
}

/**
 * What a test of the step begins with: what it got in the last run, else a value of the shape that can arrive there.
 * Of earlier steps only those that its texts look back to.
 */
export function givenFor(workflow: Workflow, id: StepId, lastRun: LastRun | null, pinned: LastValues): Given {
  const step = Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
  const last = lastRun !== null && Object.hasOwn(lastRun.steps, id) ? lastRun.steps[id] : undefined;
  const roots = arrivalsAt(workflow, id, pinned);
  const sampled = (shape: Shape | undefined) => (shape === undefined ? null : sampleOf(shape));
  const event = roots.get("event");
  const data = last?.input ?? sampled(event && memberOf(event, "data"));
  const mentioned = step === undefined ? [] : stepsMentionedBy(step);
  const stepShapes = roots.get("steps");
  const steps = mentioned
    .filter((other) => Object.hasOwn(workflow.steps, other))
    .map((other): [string, Json] => {
      if (Object.hasOwn(pinned, other)) return [other, pinned[other] ?? null];
      const shape = stepShapes && memberOf(stepShapes, other);
      return [other, sampled(shape && memberOf(shape, "data"))];
    });
  const item = roots.get("item");
  const type = step?.needs === undefined ? (step?.accepts?.[0] ?? "Start") : undefined;
  return {
    ...(type !== undefined && { type }),
    data,
    around: {
      input: type === "Start" ? data : sampled(roots.get("input")),
      steps: Object.fromEntries(steps),
      store: {},
      ...(item && { item: sampleOf(item), index: 0 }),
    },
  };
}

/** A value of a shape: something that fits, to be written over. */
export function sampleOf(shape: Shape, depth = 0): Json {
  const [choice] = shape.choices ?? [];
  if (choice !== undefined) return choice;
  const [type] = shape.types;
  if (depth > 4) return null;
  if (shape.fields !== undefined && (type === undefined || type === "object"))
    return Object.fromEntries([...shape.fields].map(([name, field]) => [name, sampleOf(field, depth + 1)]));
  switch (type) {
    case "text":
      return "text";
    case "number":
      return 1;
    case "boolean":
      return true;
    case "list":
      return shape.element === undefined ? [] : [sampleOf(shape.element, depth + 1)];
    case "object":
      return {};
    default:
      return null;
  }
}
