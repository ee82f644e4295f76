import { type Remote, transfer, wrap } from "comlink";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Tick } from "../engine/tick.ts";
import type { StateView } from "../engine/view.ts";
import type { EngineApi, LibraryUpdate, OutputUpdate, RunSummary, RunUpdate } from "../protocol/engineApi.ts";
import { Database } from "../storage/Database.ts";
import { addRequest } from "../storage/requests.ts";
import type { Workflow } from "../workflow/workflow.ts";

interface Tab {
  readonly api: Remote<EngineApi>;
  /** As a reload or a crash: no farewell. */
  kill(): void;
}

// Starting a worker takes a while where modules come one by one from a busy machine.
vi.setConfig({ testTimeout: 60_000 });
const patient = { timeout: 20_000 };

let tabs: Tab[] = [];

function openTab(name: string): Tab {
  const worker = new Worker(new URL("./fixtures/tabWorker.ts", import.meta.url), { type: "module", name });
  const tab = { api: wrap<EngineApi>(worker), kill: () => worker.terminate() };
  tabs.push(tab);
  return tab;
}

afterEach(() => {
  for (const tab of tabs) tab.kill();
  tabs = [];
});

const newName = () => `runs-${crypto.randomUUID()}`;

function counting(limit: number): Workflow {
  return {
    format: "tickwork/workflow@1",
    name: "counting",
    steps: {
      count: {
        kind: "code",
        accepts: ["Start", "Next"],
        emits: { next: "Next", done: "Done" },
        config: { source: String(limit) },
      },
      end: { kind: "stop", accepts: ["Done"], config: {} },
    },
  };
}

const fillStep = {
  kind: "code",
  accepts: ["Start"],
  emits: { done: "Done" },
  config: { source: "fill 70000" },
} as const;

const asking: Workflow = {
  format: "tickwork/workflow@1",
  name: "asking",
  steps: {
    ask: {
      kind: "ask",
      accepts: ["Start"],
      emits: { yes: "Yes", no: "No" },
      config: { question: "Well?", choices: ["yes", "no"], form: { type: "number" } },
    },
    end: { kind: "stop", accepts: ["Yes", "No"], config: {} },
  },
};

const commanding: Workflow = {
  format: "tickwork/workflow@1",
  name: "commanding",
  steps: {
    run: { kind: "command", accepts: ["Start"], emits: { done: "Done" }, config: { argv: ["true"] } },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
};

/** A watcher that folds what it gets, as the page does. */
interface Seen {
  view: StateView | null;
  seq: number;
  owner: string;
  holds: readonly { readonly kind: string }[];
  summary: RunSummary | null;
  wholes: number;
  gone: boolean;
  readonly onChange: Set<() => void>;
  readonly close: () => void;
}

async function watch(tab: Tab, runId: string): Promise<Seen> {
  const { port1, port2 } = new MessageChannel();
  const seen: Seen = {
    view: null,
    seq: 0,
    owner: "",
    holds: [],
    summary: null,
    wholes: 0,
    gone: false,
    onChange: new Set(),
    close: () => port1.postMessage("close"),
  };
  port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => {
    if (data.kind === "gone") seen.gone = true;
    else {
      seen.seq = data.seq;
      seen.owner = data.owner;
      seen.holds = data.holds;
      seen.summary = data.summary;
      if (data.kind === "whole") {
        seen.wholes++;
        seen.view = data.view;
      } else if (seen.view) seen.view = { ...data.run, steps: { ...seen.view.steps, ...data.steps } };
    }
    for (const look of [...seen.onChange]) look();
  };
  await tab.api.watchRun(runId, transfer(port2, [port2]));
  return seen;
}

function until(seen: Seen, test: (seen: Seen) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!test(seen)) return;
      seen.onChange.delete(look);
      resolve();
    };
    seen.onChange.add(look);
    look();
  });
}

async function start(tab: Tab, workflow: Workflow, input: null | number = null): Promise<string> {
  const started = await tab.api.startRun({ workflowId: "w", workflow, input });
  if (!started.ok) throw new Error(started.refusal.message);
  return started.value.runId;
}

const lifecycle = (seen: Seen) => seen.view?.lifecycle;

function finishes(ticks: readonly Tick[]) {
  return ticks.filter((tick) => tick.kind === "execution-finished");
}

test("a run goes from its start to its end, and a watcher sees the whole once and then changes", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, counting(50), 0);
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "completed");
  expect(seen).toMatchObject({ wholes: 1, view: { outcome: "success", result: 51 } });
  await until(seen, (now) => now.owner === "none");
  const ticks = await tab.api.readTicks(runId, 1, 1_000);
  expect(ticks.map((tick) => tick.seq)).toEqual(ticks.map((_, index) => index + 1));
  expect(finishes(ticks)).toHaveLength(52);
  expect(seen.seq).toBe(ticks.length);
  expect(await tab.api.loadRun(runId)).toMatchObject({
    ok: true,
    value: { input: 0, summary: { number: 1, lifecycle: "completed", outcome: "success", line: "51", needsYou: 0 } },
  });
  const second = await start(tab, counting(1), 0);
  expect(await tab.api.loadRun(second)).toMatchObject({ value: { summary: { number: 2 } } });
});

test("what went through the steps of the newest run can be read, large values whole", async () => {
  const tab = openTab(newName());
  expect(await tab.api.lastRun("w")).toEqual({ ok: true, value: null });
  await start(tab, counting(1), 0);
  const fill: Workflow = { ...counting(1), steps: { ...counting(1).steps, count: fillStep } };
  const runId = await start(tab, fill, 0);
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "completed");
  const last = await tab.api.lastRun("w");
  if (!last.ok || last.value === null) throw new Error("there is a run");
  expect(last.value.run).toMatchObject({ id: runId, number: 2 });
  expect(last.value.steps.count?.input).toBe(0);
  expect(last.value.steps.count?.output).toHaveLength(70_000);
  expect(last.value.steps.end?.input).toBe(last.value.steps.count?.output);
});

describe("reload", () => {
  test("[R49] a run whose tab dies at many points loses nothing and does nothing twice", async () => {
    const name = newName();
    const limit = 300;
    let tab = openTab(name);
    const runId = await start(tab, counting(limit), 0);
    let seed = 7;
    for (let deaths = 0; deaths < 6; deaths++) {
      const seen = await watch(tab, runId);
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const target = seen.seq + 1 + (seed % 60);
      await until(seen, (now) => now.seq >= target || lifecycle(now) === "completed");
      tab.kill();
      tab = openTab(name);
    }
    const seen = await watch(tab, runId);
    await until(seen, (now) => lifecycle(now) === "completed");
    expect(seen.view).toMatchObject({ outcome: "success", result: limit + 1 });
    const ticks = await tab.api.readTicks(runId, 1, 10_000);
    expect(ticks.map((tick) => tick.seq)).toEqual(ticks.map((_, index) => index + 1));
    expect(ticks.filter((tick) => tick.kind === "session-started").length).toBeGreaterThan(0);
    const returned = finishes(ticks).flatMap((tick) =>
      tick.results.map((result) =>
        result.kind === "return" ? (result.value as { data?: unknown }).data : result.kind,
      ),
    );
    // Every number once and in order; the last one twice, because `end` hands it on.
    expect(returned).toEqual([...Array.from({ length: limit + 1 }, (_, n) => n + 1), limit + 1]);
  });

  test("a run that had only been asked for begins when a tab comes", async () => {
    const name = newName();
    const first = openTab(name);
    const waiting = await start(first, asking);
    first.kill();
    const second = openTab(name);
    const seen = await watch(second, waiting);
    await until(seen, (now) => now.summary?.needsYou === 1);
    expect(seen.view?.steps.ask).toMatchObject({ status: "not-running", waiting: 1 });
  });
});

describe("two tabs", () => {
  test("one drives, the other watches live, and takes over when the first goes", async () => {
    const name = newName();
    const [first, second] = [openTab(name), openTab(name)];
    const runId = await start(first, asking);
    const [here, there] = [await watch(first, runId), await watch(second, runId)];
    await until(here, (now) => now.view?.steps.ask?.waiting === 1);
    await until(there, (now) => now.view?.steps.ask?.waiting === 1);
    expect([here.owner, there.owner]).toEqual(["this-tab", "other-tab"]);
    expect(there.view).toEqual(here.view);
    first.kill();
    await until(there, (now) => now.owner === "this-tab");
    const ticks = await second.api.readTicks(runId, 1, 100);
    expect(ticks.at(-1)).toMatchObject({ kind: "session-started", epoch: 2, reason: "takeover" });
    const waiter = there.view?.steps.ask?.waiters[0];
    const ask = String(waiter?.where?.ask);
    expect(await second.api.answer(runId, { step: "ask", ask, value: 4, choice: "yes" })).toMatchObject({ ok: true });
    await until(there, (now) => lifecycle(now) === "completed");
    expect(there.view).toMatchObject({ outcome: "success", result: "yes" });
  });

  test("a long run that changes hands many times has one journal without a gap", async () => {
    const name = newName();
    const limit = 400;
    let watching = openTab(name);
    let driving = openTab(name);
    const runId = await start(driving, counting(limit), 0);
    for (let turn = 0; turn < 4; turn++) {
      const seen = await watch(watching, runId);
      const target = seen.seq + 30;
      await until(seen, (now) => now.seq >= target || lifecycle(now) === "completed");
      driving.kill();
      driving = watching;
      watching = openTab(name);
    }
    const seen = await watch(watching, runId);
    await until(seen, (now) => lifecycle(now) === "completed");
    expect(seen.view).toMatchObject({ result: limit + 1 });
    const ticks = await watching.api.readTicks(runId, 1, 10_000);
    expect(ticks.map((tick) => tick.seq)).toEqual(ticks.map((_, index) => index + 1));
    const epochs = ticks.flatMap((tick) => (tick.kind === "session-started" ? [tick.epoch] : []));
    expect(epochs).toEqual([...epochs].sort((a, b) => a - b));
    expect(new Set(epochs).size).toBe(epochs.length);
    const numbers = finishes(ticks).map((tick) => tick.execution);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("an answer from the tab that watches reaches the one that drives; a second answer is refused", async () => {
    const name = newName();
    const [first, second] = [openTab(name), openTab(name)];
    const runId = await start(first, asking);
    const there = await watch(second, runId);
    await until(there, (now) => now.view?.steps.ask?.waiting === 1);
    const ask = String(there.view?.steps.ask?.waiters[0]?.where?.ask);
    const wrong = { step: "ask", ask, value: "four", choice: "yes" };
    expect(await second.api.answer(runId, wrong)).toMatchObject({
      ok: false,
      refusal: { code: "invalid", problems: [{ message: "A number is expected." }] },
    });
    expect(await second.api.answer(runId, { ...wrong, value: 4, choice: "maybe" })).toMatchObject({
      ok: false,
      refusal: { message: "Choose one of: yes, no." },
    });
    expect(await second.api.answer(runId, { ...wrong, value: 4 })).toEqual({ ok: true, value: null });
    await until(there, (now) => lifecycle(now) === "completed");
    expect(await second.api.answer(runId, { ...wrong, value: 4 })).toMatchObject({ refusal: { code: "conflict" } });
    const ticks = await second.api.readTicks(runId, 1, 100);
    expect(ticks.filter((tick) => tick.kind === "event-added")).toMatchObject([
      { event: { type: "Answer", data: { ask, value: 4, choice: "yes" } }, to: "ask" },
    ]);
  });

  test("what an owner waits for is shown in the other tab too, and giving up settles it", async () => {
    const name = newName();
    const [first, second] = [openTab(name), openTab(name)];
    const runId = await start(first, commanding);
    const there = await watch(second, runId);
    await until(there, (now) => now.holds.length === 1 && now.seq === 2);
    expect(there.holds).toMatchObject([{ kind: "runner-unreachable", execution: "x1" }]);
    expect(await second.api.treatAsLost(runId, "x1")).toEqual({ ok: true, value: null });
    await until(there, (now) => lifecycle(now) === "needs-recovery");
    expect(there.seq).toBe(3);
    expect(there.summary?.needsYou).toBe(1);
    expect(
      await second.api.decide(runId, { execution: "x1", decision: { kind: "succeeded", output: "fine" } }),
    ).toMatchObject({ ok: true });
    await until(there, (now) => lifecycle(now) === "completed");
    expect(there.view?.outcome).toBe("success");
  });
});

test("[T27] a cancel that was written while nobody owned the run is obeyed before any work", async () => {
  const name = newName();
  const first = openTab(name);
  const runId = await start(first, commanding);
  const seen = await watch(first, runId);
  await until(seen, (now) => now.holds.length === 1);
  first.kill();
  const database = new Database({ name });
  const body = { kind: "cancel-requested", request: "c1", reason: "changed my mind" } as const;
  await addRequest(database, runId, { kind: "tick", body });
  await database.close();
  const second = openTab(name);
  const after = await watch(second, runId);
  await until(after, (now) => lifecycle(now) === "completed");
  expect(after.view?.outcome).toBe("cancellation");
  const ticks = await second.api.readTicks(runId, 1, 100);
  expect(ticks.map((tick) => tick.kind)).toEqual([
    "run-started",
    "execution-started",
    "cancel-requested",
    "session-started",
    "execution-finished",
    "cancel-acknowledged",
  ]);
});

test("[T23] cancelling twice is one cancel, and after the end the answer says so", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, asking);
  const answers = await Promise.all([tab.api.cancel(runId, "a"), tab.api.cancel(runId, "b")]);
  expect(answers[0]).toEqual({ ok: true, value: null });
  const seen = await watch(tab, runId);
  await until(seen, (now) => now.owner === "none");
  expect(await tab.api.cancel(runId)).toMatchObject({ refusal: { message: "The run is already completed." } });
  const ticks = await tab.api.readTicks(runId, 1, 100);
  expect(ticks.filter((tick) => tick.kind === "cancel-requested")).toMatchObject([{ reason: "a" }]);
});

test("a pause holds a run and a resume lets it go on", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, counting(1_000), 0);
  expect(await tab.api.pause(runId)).toEqual({ ok: true, value: null });
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "paused");
  expect(await tab.api.pause(runId)).toMatchObject({ refusal: { message: "The run is paused already." } });
  expect(await tab.api.resume(runId)).toEqual({ ok: true, value: null });
  await until(seen, (now) => lifecycle(now) === "completed");
  expect(seen.view?.result).toBe(1_001);
});

test("deleting a run stops it first, everywhere, and leaves nothing of it", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const runId = await start(first, commanding);
  const [here, there] = [await watch(first, runId), await watch(second, runId)];
  await until(there, (now) => now.holds.length === 1);
  expect(await second.api.deleteRun(runId)).toEqual({ ok: true, value: null });
  await until(here, (now) => now.gone);
  await until(there, (now) => now.gone);
  expect(await first.api.loadRun(runId)).toMatchObject({ ok: false, refusal: { code: "not-found" } });
  expect(await first.api.readTicks(runId, 1, 100)).toEqual([]);
  expect(await second.api.deleteRun(runId)).toMatchObject({ refusal: { code: "not-found" } });
  const database = new Database({ name });
  for (const store of ["runs", "segments", "snapshots", "requests", "outputs", "definitions"] as const) {
    expect([store, await database.read([store], (t) => t.objectStore(store).count())]).toEqual([store, 0]);
  }
  await database.close();
});

test("a run whose command nobody can stop is deleted once a person gave the command up", async () => {
  const name = newName();
  const tab = openTab(name);
  const runId = await start(tab, {
    ...commanding,
    steps: {
      ...commanding.steps,
      run: { ...commanding.steps.run, config: { argv: ["stubborn"] } },
    } as Workflow["steps"],
  });
  const seen = await watch(tab, runId);
  await until(seen, (now) => now.holds.length === 1);
  expect(await tab.api.treatAsLost(runId, "x1")).toEqual({ ok: true, value: null });
  await until(seen, (now) => lifecycle(now) === "needs-recovery");
  expect(await tab.api.deleteRun(runId)).toEqual({ ok: true, value: null });
  await until(seen, (now) => now.gone);
});

test("what a step logs is shown live and again afterwards", async () => {
  const tab = openTab(newName());
  const runId = await start(tab, counting(3), 0);
  const seen = await watch(tab, runId);
  await until(seen, (now) => lifecycle(now) === "completed");
  const [finished] = finishes(await tab.api.readTicks(runId, 1, 100));
  const { port1, port2 } = new MessageChannel();
  const updates: OutputUpdate[] = [];
  const ended = new Promise<void>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OutputUpdate>) => {
      updates.push(data);
      if (data.kind === "end") resolve();
    };
  });
  await tab.api.watchOutput({ runId, execution: finished?.execution ?? "" }, transfer(port2, [port2]));
  await ended;
  expect(updates).toEqual([
    { kind: "bytes", stream: "log", from: 0, text: "count 0\n", at: expect.any(Number), level: "log" },
    { kind: "end" },
  ]);
});

test("a workflow with mistakes is not started", async () => {
  const tab = openTab(newName());
  const broken = { ...counting(1), steps: { a: { kind: "code", accepts: ["Start"] } } } as unknown as Workflow;
  expect(await tab.api.startRun({ workflow: broken, input: null })).toMatchObject({
    ok: false,
    refusal: { code: "invalid", problems: [expect.objectContaining({ severity: "error" })] },
  });
  const wrong = await tab.api.startRun({ workflow: { ...asking, input: { type: "number" } }, input: "x" });
  expect(wrong).toMatchObject({ refusal: { code: "invalid", problems: [{ message: "A number is expected." }] } });
});

test("the lists of the other tab follow a run", async () => {
  const name = newName();
  const [first, second] = [openTab(name), openTab(name)];
  const { port1, port2 } = new MessageChannel();
  let runs: readonly RunSummary[] = [];
  port1.onmessage = ({ data }: MessageEvent<LibraryUpdate>) => {
    if (data.kind === "runs") runs = data.runs;
  };
  await second.api.watchLibrary(transfer(port2, [port2]));
  const runId = await start(first, asking);
  await expect.poll(() => runs, patient).toMatchObject([{ id: runId, needsYou: 1, lifecycle: "running" }]);
  await first.api.cancel(runId);
  await expect.poll(() => runs, patient).toMatchObject([{ id: runId, needsYou: 0, outcome: "cancellation" }]);
});
