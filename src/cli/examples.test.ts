import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Notice } from "../engine/notice.ts";
import { planWorkflow } from "../engine/plan.ts";
import { initialState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { viewRun } from "../engine/viewRun.ts";
import { createRunLoop } from "../runtime/runLoop.ts";
import type { World } from "../runtime/world.ts";
import { checkSources } from "../steps/checkSources.ts";
import { createExecutors } from "../steps/executors.ts";
import { quickJsModule } from "../steps/fixtures/quickJsModule.ts";
import { createRunner } from "../steps/runner/runnerClient.ts";
import { createSandbox } from "../steps/sandbox/sandboxClient.ts";
import { spawnInProcess } from "../steps/sandbox/spawnInProcess.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import { readWorkflowText } from "../workflow/readWorkflowText.ts";
import type { Workflow } from "../workflow/workflow.ts";

const sandbox = createSandbox(spawnInProcess(quickJsModule()));

function example(name: string): Workflow {
  const parsed = readWorkflowText(readFileSync(`public/examples/${name}.workflow.json`, "utf8"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

/** A run with the real loop, engine, executors and sandbox, on a clock that jumps to the next alarm. */
function startRun(workflow: Workflow, input: Json) {
  let time = 1000;
  let alarm: { readonly at: number; readonly fire: () => void } | undefined;
  const ticks: Tick[] = [];
  const notices: Notice[] = [];
  const plan = planWorkflow(workflow);
  const run = { runId: "r", workflow, digest: digestOf(workflow), epoch: 1, onHolds: () => {} };
  const runner = createRunner({
    base: "http://127.0.0.1:1",
    fetch,
    connect: () => {
      throw new Error("no runner");
    },
    now: () => time,
  });
  const world: World = {
    now: () => time,
    setAlarm: (at, fire) => {
      alarm = at === null ? undefined : { at, fire };
    },
    defer: (turn) => void Promise.resolve().then(turn),
    journal: {
      append: async (group) => {
        ticks.push(...group.ticks);
        return { ok: true };
      },
      read: async (seq) => {
        const tick = ticks[seq - 1];
        if (tick === undefined) throw new Error(`no tick ${seq}`);
        return tick;
      },
      artifact: async (digest) => {
        throw new Error(`No example has a large value, and not ${digest}.`);
      },
    },
    executors: createExecutors(run, { sandbox, runner, now: () => time }),
    committed: (group) => notices.push(...group.notices),
    stalled: (failure) => {
      if (failure) throw new Error(failure.message);
    },
  };
  const loop = createRunLoop({ runId: "r", plan, state: initialState(plan), seq: 0, world });
  loop.post({ kind: "run-started", input });
  return {
    loop,
    notices,
    view: () => viewRun(plan, loop.state),
    elapsed: () => time - 1000,
    /** Lets time jump from alarm to alarm until something is published or the run ends. */
    async until(done: () => boolean) {
      for (let turn = 0; turn < 2000 && !done(); turn++) {
        await loop.settled();
        await new Promise((resolve) => setImmediate(resolve));
        const running = Object.values(viewRun(plan, loop.state).steps).some((step) => step.running > 0);
        if (running || done() || alarm === undefined) continue;
        const { at, fire } = alarm;
        alarm = undefined;
        time = Math.max(time, at);
        fire();
      }
      expect(done()).toBe(true);
    },
  };
}

test("the first example counts words in about five seconds, asks, and keeps what it found", async () => {
  const run = startRun(example("word-count"), { text: "to be, or not to be-come" });
  await run.until(() => run.notices.some((notice) => notice.kind === "publish"));
  expect(run.elapsed()).toBe(4500);
  const [asked] = run.view().steps.review?.waiters ?? [];
  const data = asked?.ask?.data as { readonly ask: string; readonly question: string };
  expect(data.question).toContain("I read **6** words. The longest is *be-come*");
  run.loop.post({
    kind: "event-added",
    event: { type: "Answer", data: { ask: data.ask, value: null, choice: "approve" } },
    to: "review",
  });
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view()).toMatchObject({ outcome: "success", result: { words: 6, longest: "be-come" } });
});

test("without any word it finds nothing and says so", async () => {
  const run = startRun(example("word-count"), { text: " … " });
  await run.until(() => run.notices.some((notice) => notice.kind === "publish"));
  const data = run.view().steps.review?.waiters[0]?.ask?.data as { readonly ask: string; readonly question: string };
  expect(data.question).toContain("I read **0** words");
  run.loop.post({
    kind: "event-added",
    event: { type: "Answer", data: { ask: data.ask, value: null, choice: "reject" } },
    to: "review",
  });
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view()).toMatchObject({ outcome: "success", result: "Better luck with the next text." });
});

test.each(["word-count", "commit-report", "queue"])("the code and the expressions of %s compile", async (name) => {
  expect(await checkSources(sandbox, example(name))).toEqual([]);
});
