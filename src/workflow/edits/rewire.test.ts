import { expect, test } from "vitest";
import { wiresOf } from "../wires.ts";
import type { Step, Workflow } from "../workflow.ts";
import { type Attempted, applyEdit, type Edit } from "./edit.ts";
import { canHeal, insertStep, reconnect, removeAndHeal } from "./rewire.ts";

const code = (accepts: readonly string[], emits: Record<string, string>): Step => ({
  kind: "code",
  accepts,
  emits,
  config: { source: "export default () => 1" },
});
const task = (needs: readonly string[]): Step => ({ kind: "command", needs, config: { argv: ["true"] } });
const workflowOf = (steps: Record<string, Step>): Workflow => ({ format: "tickwork/workflow@1", name: "w", steps });
const chain = workflowOf({
  a: code(["Start"], { done: "ADone", error: "AFailed" }),
  b: code(["ADone"], { done: "BDone" }),
  c: code(["BDone"], { done: "CDone" }),
  oops: code(["AFailed"], { done: "OopsDone" }),
});
const apply = (workflow: Workflow, edit: Edit | Attempted) => {
  if ("ok" in edit && !edit.ok) throw new Error(edit.message);
  return applyEdit(workflow, "ok" in edit ? edit.edit : edit).workflow;
};
const wires = (workflow: Workflow) => wiresOf(workflow).map(({ id }) => id);
const wire = (workflow: Workflow, id: string) => {
  const found = wiresOf(workflow).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no wire ${id}`);
  return found;
};

test("deleting with the line kept joins what was before with what was behind", () => {
  expect(wires(apply(chain, removeAndHeal(chain, ["b"])))).toEqual(["Start:Start:a", "a:ADone:c", "a:AFailed:oops"]);
});

test("several steps in a row are taken out of the line together", () => {
  expect(wires(apply(chain, removeAndHeal(chain, ["a", "b"])))).toEqual(["Start:Start:c"]);
});

test("what hung on a failure is not joined", () => {
  expect(wires(apply(chain, removeAndHeal(chain, ["a"])))).toEqual(["Start:Start:b", "b:BDone:c"]);
});

test("a task behind a removed one waits for what that waited for", () => {
  const tasks = workflowOf({ first: task([]), second: task(["first"]), third: task(["second"]) });
  const { workflow, inverse } = applyEdit(tasks, removeAndHeal(tasks, ["second"]));
  expect(wires(workflow)).toEqual(["needs:first:third"]);
  expect(JSON.stringify(apply(workflow, inverse))).toBe(JSON.stringify(tasks));
});

test("a line can be kept only where something is before and behind", () => {
  expect(canHeal(chain, ["b"])).toBe(true);
  expect(canHeal(chain, ["c"])).toBe(false);
  expect(canHeal(chain, ["a", "b", "c"])).toBe(false);
});

test("a step put into a wire takes over what it carried, and the other wires of the type stay", () => {
  const both = workflowOf({ ...chain.steps, d: code(["ADone"], { done: "DDone" }) });
  const { edit, id } = insertStep(both, wire(both, "a:ADone:b"), { kind: "transform", at: { x: 0, y: 0 } });
  expect(id).toBe("transform");
  expect(wires(apply(both, edit))).toEqual([
    "Start:Start:a",
    "a:ADone:d",
    "a:ADone:transform",
    "a:AFailed:oops",
    "b:BDone:c",
    "transform:TransformDone:b",
  ]);
});

test("a step put into the wire of a failure is led to by failures", () => {
  const { edit } = insertStep(chain, wire(chain, "a:AFailed:oops"), { kind: "delay", at: { x: 0, y: 0 } });
  const inserted = wires(apply(chain, edit));
  expect(inserted).toContain("a:AFailed:delay");
  expect(inserted).toContain("delay:DelayDone:oops");
  expect(inserted).not.toContain("a:AFailed:oops");
});

test("a step put between two tasks is a task", () => {
  const tasks = workflowOf({ first: task([]), second: task(["first"]) });
  const { edit } = insertStep(tasks, wire(tasks, "needs:first:second"), { kind: "command", at: { x: 0, y: 0 } });
  expect(wires(apply(tasks, edit))).toEqual(["needs:command:second", "needs:first:command"]);
});

test("an end of a wire goes to another step, or begins at another output", () => {
  const b = wire(chain, "a:ADone:b");
  expect(wires(apply(chain, reconnect(chain, b, { from: "a", port: "done", to: "c" })))).toContain("a:ADone:c");
  expect(wires(apply(chain, reconnect(chain, b, { from: "a", port: "done", to: "c" })))).not.toContain("a:ADone:b");
  const moved = wires(apply(chain, reconnect(chain, b, { from: "a", port: "error", to: "b" })));
  expect(moved).toContain("a:AFailed:b");
  expect(moved).not.toContain("a:ADone:b");
});

test("a refused end leaves the wire where it was", () => {
  const mixed = workflowOf({ ...chain.steps, t: task([]) });
  expect(reconnect(mixed, wire(mixed, "a:ADone:b"), { from: "a", port: "done", to: "t" })).toMatchObject({ ok: false });
  expect(reconnect(mixed, wire(mixed, "a:ADone:b"), { from: "a", port: "done", to: "Start" })).toMatchObject({
    ok: false,
  });
});
