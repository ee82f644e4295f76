import { assertNever } from "../../../workflow/assertNever.ts";
import type { Step } from "../../../workflow/workflow.ts";
import { expressionShape } from "./expressionShape.ts";
import { described, numberShape, objectShape, type Shape, shapeOfSchema, textShape, unknownShape } from "./shape.ts";

/** What an error port hands on, and what a StepFailed event carries. */
export const failureShape: Shape = objectShape({
  step: described(textShape, "the step that failed"),
  event: described(unknownShape, "what it was started with"),
  error: objectShape({ name: textShape, message: textShape, data: unknownShape }, "what went wrong"),
  attempts: numberShape,
  elapsedMs: numberShape,
  failedAt: described(numberShape, "epoch ms"),
});

/** What a step can see, as far as its result depends on it. */
export interface SeenByStep {
  readonly look: (root: string) => Shape | undefined;
  /** The event that starts it; `undefined`: none does. */
  readonly event: () => Shape | undefined;
  /** The events that it gathers, when it joins. */
  readonly gathered: () => Shape;
}

/** What one execution hands on, as `formats.md` says it of its kind. */
export function resultShape(step: Step, { look, event, gathered }: SeenByStep): Shape {
  const output = step.output === undefined ? undefined : shapeOfSchema(step.output);
  switch (step.kind) {
    case "code":
    case "workflow":
    case "scripted":
      return output ?? unknownShape;
    case "transform":
      return output ?? expressionShape(step.config.expression, look);
    case "fan-out": {
      const list = expressionShape(step.config.items, look);
      return list.element ?? (list.types.includes("list") ? unknownShape : list);
    }
    case "branch":
    case "delay":
      return event()?.fields?.get("data") ?? unknownShape;
    case "join":
      return objectShape({ events: gathered() });
    case "http":
      return objectShape({
        status: described(numberShape, "for example 200"),
        headers: described({ types: ["object"] }, "by name, in small letters"),
        body: described(output ?? unknownShape, "JSON when the server says so, else text"),
      });
    case "command":
      return objectShape({
        exit: described(numberShape, "its exit code"),
        stdout: described(textShape, "what it wrote"),
        stderr: described(textShape, "what it complained"),
        ...(output && { output: described(output, "what it wrote, as JSON") }),
      });
    case "file":
      return objectShape({
        path: textShape,
        bytes: described(numberShape, "its size"),
        content: described(step.config.as === "text" ? textShape : (output ?? unknownShape), "what stands in it"),
      });
    case "agent":
      return objectShape({
        text: described(textShape, "the answer"),
        ...(output && { output: described(output, "the answer, as JSON") }),
        usage: described({ types: ["object"] }, "tokens"),
      });
    case "ask": {
      const { form, choices } = step.config;
      if (form !== undefined) return shapeOfSchema(form);
      return choices === undefined ? unknownShape : { types: ["text"], choices, about: "what was chosen" };
    }
    case "stop":
      return unknownShape;
    default:
      return assertNever(step);
  }
}
