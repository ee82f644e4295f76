import { expect, test } from "vitest";
import type { StepOutcome } from "../engine/view.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import type { Attempt } from "./attempt.ts";
import { taskReason } from "./taskReason.ts";

const task = (needs: readonly string[], more: Partial<Step> = {}): Step =>
  ({ kind: "command", needs, config: { argv: ["true"] }, ...more }) as Step;
const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "w",
  steps: {
    lint: task([]),
    test: task(["lint"]),
    pack: task(["lint"], { when: { exit: "lint", equals: 0 } }),
    later: task(["pack"]),
    off: task([], { disabled: true }),
  },
};

function reason(step: string, outcomes: Readonly<Record<string, StepOutcome>>): readonly string[] | null {
  const steps = Object.fromEntries(Object.entries(outcomes).map(([id, outcome]) => [id, { task: outcome }]));
  const ran = { lint: [{ exit: { code: 1 } }] } as unknown as Record<string, readonly Attempt[]>;
  const history = { attemptsOf: (id: string) => ran[id] ?? [] };
  return taskReason(step, workflow, { steps } as never, history, (id) => id);
}

test("[T4] a task that a need blocks names the need", () => {
  expect(reason("test", { lint: "failure", test: "blocked" })).toEqual(["“lint” ended with failure"]);
});

test("[T4] a task that its condition skips says what the condition saw", () => {
  expect(reason("pack", { lint: "failure", pack: "skipped" })).toEqual([
    "Its condition is false: “lint” exited with 1",
  ]);
});

test("[T4] a task is skipped with its need", () => {
  expect(reason("later", { pack: "skipped", later: "skipped" })).toEqual(["“pack” ended with skipped"]);
});

test("[T33] a task that is switched off says so, and one that ran has no reason", () => {
  expect(reason("off", { off: "skipped" })).toEqual(["It is switched off"]);
  expect(reason("lint", { lint: "failure" })).toBeNull();
  expect(reason("test", { lint: "success" })).toBeNull();
});

test("[T23] a task that was cancelled before it began says so", () => {
  expect(reason("test", { lint: "success", test: "cancellation" })).toEqual(["It was cancelled before it began"]);
});
