import { expect, test } from "vitest";
import { carryWorkflows, unpackWorkflows } from "./carriedWorkflows.ts";
import { parseWorkflow } from "./parseWorkflow.ts";
import type { Step, Workflow } from "./workflow.ts";

const runs = (workflow: string): Step => ({ kind: "workflow", accepts: ["Start"], config: { workflow } });
const named = (name: string, steps: Record<string, Step>): Workflow => ({ format: "tickwork/workflow@1", name, steps });

test("an export carries what its steps name, however deep, and an import brings it under ids of its own", async () => {
  const stored: Record<string, Workflow> = {
    b: named("B", { x: runs("c") }),
    c: named("C", { end: { kind: "stop", accepts: ["Start"], config: {} } }),
  };
  const file = await carryWorkflows(named("A", { x: runs("b"), y: runs("c") }), async (id) => stored[id] ?? null);
  expect(Object.keys(file.workflows ?? {}).sort()).toEqual(["b", "c"]);
  expect(parseWorkflow(JSON.parse(JSON.stringify(file)))).toMatchObject({ ok: true, warnings: [] });
  let next = 0;
  const brought = unpackWorkflows(file, () => `new-${next++}`);
  const byName = Object.fromEntries(brought.map(({ id, workflow }) => [workflow.name, { id, workflow }]));
  expect(brought.at(-1)?.workflow.name).toBe("A");
  expect(byName.A?.workflow.workflows).toBeUndefined();
  expect(byName.A?.workflow.steps.x?.config).toEqual({ workflow: byName.B?.id });
  expect(byName.B?.workflow.steps.x?.config).toEqual({ workflow: byName.C?.id });
});

test("a workflow that names none is exported as it is", async () => {
  const plain = named("A", { end: { kind: "stop", accepts: ["Start"], config: {} } });
  expect(await carryWorkflows(plain, async () => null)).toBe(plain);
});
