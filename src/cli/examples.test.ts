import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Notice } from "../engine/notice.ts";
import { planWorkflow } from "../engine/plan.ts";
import { initialState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { viewRun } from "../engine/viewRun.ts";
import { findPattern } from "../runtime/linearPattern.ts";
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

/** The server of the page, as far as the examples ask it. */
let server: Server;
let page = "";
beforeAll(async () => {
  server = createServer((request, response) => {
    const file = `public${request.url}`;
    if (!existsSync(file)) response.writeHead(404).end("There is no such file here.");
    else response.writeHead(200, { "content-type": "application/json" }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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
    findPattern,
    executors: createExecutors(run, { sandbox, runner, web: { fetch, page }, now: () => time }),
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
      for (let turn = 0; turn < 5000 && !done(); turn++) {
        await loop.settled();
        await new Promise((resolve) => setTimeout(resolve, 1));
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

/** What an ask of step `id` published, and how it is answered. */
function question(run: ReturnType<typeof startRun>, id: string) {
  const data = run.view().steps[id]?.waiters[0]?.ask?.data as { readonly ask: string } & Readonly<Record<string, Json>>;
  return {
    data,
    answer: (value: Json, choice?: string) =>
      run.loop.post({
        kind: "event-added",
        event: { type: "Answer", data: { ask: data.ask, value, ...(choice !== undefined && { choice }) } },
        to: id,
      }),
  };
}

test.each([
  [{ customer: "Ada", price: 48, count: 3 }, "A letter goes to Ada."],
  [{ customer: "Ada", price: 48, count: 3, abroad: true }, "A parcel goes to Ada."],
])("an order of %j goes its way by itself", async (input, result) => {
  const run = startRun(example("orders"), input);
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view()).toMatchObject({ outcome: "success", result });
});

test("a large order waits for a person", async () => {
  const run = startRun(example("orders"), { customer: "Ada", price: 250, count: 2 });
  await run.until(() => run.notices.some(({ kind }) => kind === "publish"));
  const asked = question(run, "agree");
  expect(asked.data.question).toContain("**Ada** orders for **500**");
  asked.answer(null, "refuse");
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view().result).toBe("The order of Ada was refused.");
});

test("[R70] one picture is parked, the others go on, and the album has all twelve", async () => {
  const run = startRun(example("photos"), null);
  await run.until(() => run.notices.some(({ kind }) => kind === "idle"));
  expect(run.notices.filter(({ kind }) => kind === "parked")).toHaveLength(1);
  const [parked] = run.view().steps.shrink?.parked ?? [];
  expect(parked?.error.message).toContain("picture-7.jpg is empty");
  run.loop.post({ kind: "recovery-decided", item: parked?.item ?? "", decision: { kind: "rerun" }, by: "you" });
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view()).toMatchObject({ outcome: "success", result: { pictures: 12, kilobytes: 12 * 40 + 7 * 66 } });
});

test.each([
  [{ ordered: 120, paid: 120 }, "Paid. It is on its way."],
  [{ ordered: 120, paid: 100 }, "Still missing: 20"],
])("[R29] order and payment are compared when both are there: %j", async (input, result) => {
  const run = startRun(example("payment"), input);
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view()).toMatchObject({ outcome: "success", result });
  expect(run.elapsed()).toBe(3000);
});

test("[R76] the rows of a trip are added up and shown to the boss", async () => {
  const run = startRun(example("expenses"), null);
  const asks = () => run.notices.filter(({ kind }) => kind === "publish").length;
  await run.until(() => asks() === 1);
  const trip = question(run, "trip");
  trip.answer(trip.data.prefill as Json, "submit");
  await run.until(() => asks() === 2);
  const boss = question(run, "agree");
  expect(boss.data.question).toBe("Lisbon cost **330.5**. Agreed?");
  expect(boss.data.show).toHaveLength(3);
  boss.answer(null, "agree");
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view().result).toEqual({ trip: "Lisbon", rows: 3, total: 330.5 });
});

test("[R76] a trip that nobody fills in is discarded after a day", async () => {
  const run = startRun(example("expenses"), null);
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view().result).toBe("Nothing is paid.");
  expect(run.elapsed()).toBe(86_400_000);
});

test("an example is read from the server of the page, and one that is not there is tried three times", async () => {
  const found = startRun(example("fetch"), { name: "word-count" });
  await found.until(() => found.view().lifecycle === "completed");
  expect(found.view()).toMatchObject({ outcome: "success", result: { name: "Word count", steps: 11 } });
  const missing = startRun(example("fetch"), { name: "nowhere" });
  await missing.until(() => missing.view().lifecycle === "completed");
  expect(missing.view().result).toContain("No luck after 3 attempts. The server answered 404");
  expect(missing.elapsed()).toBe(2000);
});

test("without a runner a table is asked for, cleaned and offered as a download", async () => {
  const run = startRun(example("table"), { path: "people.csv" });
  const asks = () => run.notices.filter(({ kind }) => kind === "publish").length;
  await run.until(() => asks() === 1);
  const read = question(run, "read");
  expect(read.data).toMatchObject({ form: { type: "string", contentEncoding: "base64" } });
  read.answer(btoa("name,town\r\nAda , Rome\r\nAda,Rome\r\n,\r\nKim,Oslo\r\n"));
  await run.until(() => asks() === 2);
  const write = question(run, "write");
  expect(write.data.download).toMatchObject({ name: "clean.csv", content: "name,town\r\nAda,Rome\r\nKim,Oslo\r\n" });
  write.answer(null);
  await run.until(() => run.view().lifecycle === "completed");
  expect(run.view()).toMatchObject({ outcome: "success", result: "Kept 2 of 4 rows." });
});

const names = readdirSync("public/examples").map((file) => file.replace(".workflow.json", ""));

test.each(names)("the code and the expressions of %s compile", async (name) => {
  expect(await checkSources(sandbox, example(name))).toEqual([]);
});
