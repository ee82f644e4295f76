import { expect, test } from "vitest";
import { type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { shapeOfSchema } from "../inspector/arrivals/shape.ts";
import { givenFor, sampleOf } from "./givenValues.ts";

const workflow: Workflow = {
  format: workflowFormat,
  name: "Orders",
  input: { type: "object", properties: { customer: { type: "string" }, price: { type: "number" } } },
  steps: {
    total: {
      kind: "transform",
      accepts: ["Start"],
      emits: { done: "TotalDone" },
      config: { expression: "input.price" },
    },
    say: { kind: "transform", accepts: ["TotalDone"], config: { expression: "steps.total.data & input.customer" } },
    task: { kind: "code", needs: [], config: { source: "export default () => 1" } },
  },
};
const run = {
  id: "r",
  name: "Orders",
  number: 1,
  lifecycle: "completed",
  outcome: "success",
  createdAt: 0,
  seq: 1,
  needsYou: 0,
} as const;

test("a test begins with what the step got in the last run", () => {
  const lastRun = { run, steps: { say: { input: 42 }, total: { output: 42 } } };
  expect(givenFor(workflow, "say", lastRun, { total: 42 })).toEqual({
    type: "TotalDone",
    data: 42,
    around: { input: { customer: "text", price: 1 }, steps: { total: 42 }, store: {} },
  });
});

test("without a run it begins with a value of the shape that arrives", () => {
  expect(givenFor(workflow, "total", null, {})).toMatchObject({
    type: "Start",
    data: { customer: "text", price: 1 },
    around: { input: { customer: "text", price: 1 } },
  });
  expect(givenFor(workflow, "task", null, {})).not.toHaveProperty("type");
});

test("a sample has the first of the choices, and fits what the schema names", () => {
  const shape = shapeOfSchema({
    type: "object",
    properties: {
      size: { enum: ["small", "large"] },
      lines: { type: "array", items: { type: "object", properties: { price: { type: "number" } } } },
      ok: { type: "boolean" },
    },
  });
  expect(sampleOf(shape)).toEqual({ size: "small", lines: [{ price: 1 }], ok: true });
});
