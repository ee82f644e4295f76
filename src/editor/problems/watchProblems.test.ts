import { expect, test } from "vitest";
import type { Problem } from "../../workflow/problem.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { watchProblems } from "./watchProblems.ts";

const step = (source: string, accepts = "Start"): Step => ({ kind: "code", accepts: [accepts], config: { source } });
const workflow = (steps: Workflow["steps"]): Workflow => ({ format: "tickwork/workflow@1", name: "Test", steps });
const inSource: Problem = {
  rule: "V9",
  severity: "error",
  pointer: "/steps/a/config/source",
  message: "No.",
  step: "a",
};

/** Typing pauses when the test says so, and every check between two frames waits for it. */
function watched(first: Workflow, found: readonly Problem[] = []) {
  let go: (() => void) | null = null;
  const rests: (() => void)[] = [];
  const asked: Workflow[] = [];
  const watch = watchProblems(first, {
    checkSources: async (next) => {
      asked.push(next);
      return found;
    },
    further: () => [],
    pause: (next) => {
      go = next;
      return () => {
        go = null;
      };
    },
    rest: () => new Promise<void>((resolve) => rests.push(resolve)),
  });
  let told = 0;
  watch.onChange(() => told++);
  watch.start();
  return {
    watch,
    asked,
    told: () => told,
    pause: async () => {
      const paused = go;
      go = null;
      paused?.();
      await Promise.resolve();
    },
    restOver: async () => {
      rests.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
      return rests.length > 0;
    },
  };
}

const rules = (problems: readonly Problem[]) => problems.map(({ rule }) => rule);
const many = (accepts: string) =>
  workflow(
    Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`s${n}`, step("1", n === 0 ? accepts : "Start")])),
  );

test("a small document is checked before it is drawn and with every change", () => {
  const { watch } = watched(workflow({ a: step("1") }));
  expect(watch.now()).toEqual([]);
  watch.look(workflow({ a: step("1", "Nothing") }));
  expect(rules(watch.now())).toContain("V2");
});

test("a change that says nothing new tells nobody; the list stays the same object", async () => {
  const { watch, told, pause } = watched(workflow({ a: step("1", "Nothing") }));
  const before = watch.now();
  watch.look(workflow({ a: step("2", "Nothing") }));
  await pause();
  expect(watch.now()).toBe(before);
  expect(told()).toBe(0);
});

test("moving cards checks nothing", async () => {
  const first = workflow({ a: step("1") });
  const { watch, asked, pause } = watched(first);
  await pause();
  watch.look({ ...first, layout: { steps: { a: { x: 1, y: 1 } } } });
  await pause();
  expect(asked).toHaveLength(1);
});

test("what the sandbox finds comes when typing pauses, and stays while one types on", async () => {
  const { watch, pause } = watched(workflow({ a: step("(") }), [inSource]);
  expect(watch.now()).toEqual([]);
  await pause();
  expect(watch.now()).toEqual([inSource]);
  watch.look(workflow({ a: step("((") }));
  expect(watch.now()).toEqual([inSource]);
  watch.look(workflow({ b: step("1") }));
  expect(watch.now()).toEqual([]);
});

test("a large document is checked when typing pauses, resting after each check", async () => {
  const { watch, pause, restOver } = watched(many("Nothing"));
  expect(watch.now()).toEqual([]);
  await pause();
  expect(watch.now()).toEqual([]);
  while (await restOver());
  expect(rules(watch.now())).toContain("V2");
});

test("what is found of a large document that was changed meanwhile is left", async () => {
  const { watch, pause, restOver } = watched(many("Nothing"));
  await pause();
  await restOver();
  watch.look(many("Start"));
  while (await restOver());
  expect(watch.now()).toEqual([]);
});
