import { describe, expect, test } from "vitest";
import { validateWorkflow } from "../validateWorkflow.ts";
import { wiresOf } from "../wires.ts";
import type { StepKind, Workflow } from "../workflow.ts";
import { applyEdit, type Edit } from "./edit.ts";
import { addStep } from "./steps.ts";
import { makeEventStep, makeTask, possibleNeeds } from "./tasks.ts";
import { connect } from "./wiring.ts";

const empty: Workflow = { format: "tickwork/workflow@1", name: "w", steps: {} };
const apply = (workflow: Workflow, edit: Edit) => applyEdit(workflow, edit).workflow;
const wireIds = (workflow: Workflow) => wiresOf(workflow).map(({ id }) => id);
const add = (workflow: Workflow, kind: StepKind, after?: { from: string; port: string }) =>
  apply(workflow, addStep(workflow, { kind, at: { x: 0, y: 0 }, ...(after && { connectFrom: after }) }).edit);

/** A task, and a task that needs it. */
function twoTasks(): Workflow {
  const one = add(empty, "command", { from: "Start", port: "done" });
  return add(apply(one, makeTask(one, "command")), "command", { from: "command", port: "done" });
}

describe("a step becomes a task", () => {
  test("[T5] without needs, and without types that nobody accepts", () => {
    const step = add(empty, "command", { from: "Start", port: "done" });
    const task = apply(step, makeTask(step, "command"));
    expect(task.steps.command).toEqual({ kind: "command", needs: [], config: step.steps.command?.config });
    expect(wireIds(task)).toEqual([]);
  });

  test("[T4] that needs those of its senders that are tasks", () => {
    const tasks = twoTasks();
    const after = add(tasks, "code", { from: "Start", port: "done" });
    const wired = apply(after, (connect(after, { from: "command", port: "done", to: "code" }) as { edit: Edit }).edit);
    expect(wireIds(wired)).toContain("command:CommandDone:code");
    const task = apply(wired, makeTask(wired, "code"));
    expect(task.steps.code).toMatchObject({ needs: ["command"] });
    expect(task.steps.code?.accepts).toBeUndefined();
  });

  test("whose events keep their wires", () => {
    const first = add(empty, "code", { from: "Start", port: "done" });
    const both = add(first, "stop", { from: "code", port: "done" });
    expect(wireIds(apply(both, makeTask(both, "code")))).toEqual(["code:CodeDone:stop"]);
  });
});

describe("a task becomes a step that events start", () => {
  test("those of the tasks that it waited for", () => {
    const tasks = twoTasks();
    const step = apply(tasks, makeEventStep(tasks, "command_2"));
    expect(wireIds(step)).toEqual(["command:CommandDone:command_2"]);
    expect(step.steps.command_2).toMatchObject({ accepts: ["CommandDone"], emits: { done: "Command2Done" } });
  });

  test("and no task waits for it any more, nor has it what only tasks have", () => {
    const tasks = twoTasks();
    const step = apply(tasks, makeEventStep(tasks, "command"));
    expect(step.steps.command_2?.needs).toEqual([]);
    expect(step.steps.command).not.toHaveProperty("needs");
    expect(validateWorkflow(step).filter(({ rule }) => rule === "V5" || rule === "V7")).toEqual([]);
  });

  test("one edit, which undo takes back byte by byte", () => {
    const tasks = twoTasks();
    const { workflow, inverse } = applyEdit(tasks, makeEventStep(tasks, "command"));
    expect(JSON.stringify(apply(workflow, inverse))).toBe(JSON.stringify(tasks));
  });
});

describe("a step that is hung on a task", () => {
  test("is a task on its result, and started by events on its failure", () => {
    const tasks = twoTasks();
    expect(wireIds(tasks)).toEqual(["needs:command:command_2"]);
    expect(tasks.steps.command_2).not.toHaveProperty("emits");
    const handled = add(tasks, "code", { from: "command", port: "error" });
    expect(wireIds(handled)).toContain("command:CommandFailed:code");
  });

  test("is started by events when events are what it is for", () => {
    const ended = add(twoTasks(), "stop", { from: "command_2", port: "done" });
    expect(ended.steps.stop?.accepts).toEqual(["Command2Done"]);
  });
});

test("[T9] only tasks that do not wait for it are offered as needs", () => {
  const tasks = add(twoTasks(), "code", { from: "Start", port: "done" });
  expect(possibleNeeds(tasks, "command")).toEqual([]);
  const third = add(tasks, "command", { from: "command_2", port: "done" });
  expect(possibleNeeds(third, "command_3")).toEqual(["command"]);
});
