import { afterEach, expect, test } from "vitest";
import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { Database } from "./Database.ts";
import { addImportedTicks } from "./imports.ts";
import { createJournal } from "./journal.ts";
import { addRequest } from "./requests.ts";
import { claimRun, createRun, loadHead, loadRunRow } from "./runs.ts";
import { readTicks } from "./segments.ts";

const workflow: Workflow = { format: "tickwork/workflow@1", name: "w", steps: {} };
const state = { lifecycle: "running" } as RunState;
let database = new Database();

afterEach(() => database.close());

function summaryOf(id: string, lifecycle: RunSummary["lifecycle"] = "running"): RunSummary {
  return { id, name: "w", number: 1, lifecycle, outcome: null, createdAt: 0, seq: 1, needsYou: 0 };
}

function ticks(from: number, count: number): Tick[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    at: 1_000 + from + index,
    kind: "event-added" as const,
    event: { type: "A", data: null },
  }));
}

async function addRun(id: string): Promise<void> {
  const row = { id, digest: "sha256:d", epoch: 0, engine: "1", summary: summaryOf(id), unfinished: 1 } as const;
  await createRun(database, row, workflow);
}

/** A database with a run `r` that has begun. */
async function begin(): Promise<void> {
  database = new Database({ name: `claim-${crypto.randomUUID()}` });
  await addRun("r");
  await addImportedTicks(database, "r", [{ seq: 1, at: 1_000, kind: "run-started", input: null }]);
}

async function own(lifecycle: RunSummary["lifecycle"] = "running") {
  const run = await claimRun(database, "r", (claimed) => claimed.run);
  if (!run) throw new Error("no such run");
  return createJournal({ database, run, summarize: () => summaryOf("r", lifecycle) });
}

test("[R48] a claim holds what is asked of the run when the owner before can answer it no more", async () => {
  await begin();
  const before = await own();
  const request = await addRequest(database, "r", { kind: "tick", body: { kind: "pause-requested" } });
  const stillAsked = await addRequest(database, "r", { kind: "tick", body: { kind: "resume-requested" } });
  const answering = before.append({
    ticks: ticks(2, 1),
    durability: "relaxed",
    state,
    requests: [String(request)],
  });
  const claiming = claimRun(database, "r", (claimed) => claimed);
  expect(await answering).toEqual({ ok: true });
  const claimed = await claiming;
  expect(claimed?.ticks.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(claimed?.requests.map(({ id }) => id)).toEqual([stillAsked]);
  expect(claimed?.workflow).toEqual(workflow);
});

test("[R48] a claim is folded while it is written, and is nobody's before it is durable", async () => {
  await begin();
  const order: string[] = [];
  const other = database.read(["runs"], (transaction) => transaction.objectStore("runs").get("r"));
  const claiming = claimRun(database, "r", ({ run }) => {
    order.push("folded");
    return run.epoch;
  }).then((epoch) => {
    order.push("claimed");
    return epoch;
  });
  expect((await other)?.epoch).toBe(0);
  expect(await claiming).toBe(1);
  expect(order).toEqual(["folded", "claimed"]);
  expect((await loadRunRow(database, "r"))?.epoch).toBe(1);
});

test("a claim knows the first tick of a run behind its snapshot, and none of a run that has not begun", async () => {
  await begin();
  const journal = await own();
  await journal.append({ ticks: ticks(2, 3), durability: "relaxed", state, snapshot: { n: 1 } });
  await addRun("new");
  expect(await claimRun(database, "r", ({ first, ticks }) => [first?.kind, ticks])).toEqual(["run-started", []]);
  for (const _ of [1, 2]) expect(await claimRun(database, "new", ({ first }) => first ?? null)).toBe(null);
});

test("a run that ended, or is gone, is not claimed, and nothing is folded", async () => {
  await begin();
  const journal = await own("completed");
  await journal.append({ ticks: ticks(2, 1), durability: "relaxed", state });
  for (const id of ["r", "nobody"]) {
    const fold = () => {
      throw new Error("there is nothing to fold");
    };
    expect(await claimRun(database, id, fold)).toBe(undefined);
  }
  expect((await loadRunRow(database, "r"))?.epoch).toBe(1);
});

test("[R48] the tick that an owner begins with is in the journal with its claim, and nobody else's comes after it", async () => {
  await begin();
  const claim = (owner: string) =>
    claimRun(
      database,
      "r",
      (claimed) => claimed,
      ({ run }) => ({ kind: "session-started", epoch: run.epoch, owner, reason: "load" }),
    );
  const journalOf = (claimed: Awaited<ReturnType<typeof claim>>) => {
    if (!claimed?.session) throw new Error("not claimed");
    const { run, session } = claimed;
    return { session, journal: createJournal({ database, run, session, summarize: () => summaryOf("r") }) };
  };
  const first = journalOf(await claim("a"));
  expect(first.session).toMatchObject({ seq: 2, epoch: 1, owner: "a" });
  expect(await readTicks(database, "r", 2, 9)).toEqual([first.session]);
  // It stands there already; what comes with it is written.
  expect(await first.journal.append({ ticks: [first.session], durability: "strict", state })).toEqual({ ok: true });
  expect(await first.journal.append({ ticks: ticks(3, 2), durability: "relaxed", state })).toEqual({ ok: true });
  const second = journalOf(await claim("b"));
  const third = journalOf(await claim("c"));
  expect(third.session.seq).toBe(6);
  const late = { ok: false, failure: { kind: "fenced" } };
  expect(await first.journal.append({ ticks: ticks(5, 1), durability: "relaxed", state })).toMatchObject(late);
  // Nor does the one in between act on its claim: it may have been frozen since.
  for (const group of [[second.session], [second.session, ...ticks(6, 1)]])
    expect(await second.journal.append({ ticks: group, durability: "relaxed", state })).toMatchObject(late);
  const whole = [third.session, ...ticks(7, 2)];
  expect(await third.journal.append({ ticks: whole, durability: "relaxed", state })).toEqual({ ok: true });
  expect((await readTicks(database, "r", 3, 99)).slice(2)).toEqual([second.session, ...whole]);
});

test("the tick that an owner begins with is written again where a snapshot comes with it", async () => {
  await begin();
  const claimed = await claimRun(
    database,
    "r",
    (claimed) => claimed,
    ({ run }) => ({ kind: "session-started", epoch: run.epoch, owner: "a", reason: "load" }),
  );
  if (!claimed?.session) throw new Error("not claimed");
  const { run, session } = claimed;
  const journal = createJournal({ database, run, session, summarize: () => summaryOf("r") });
  await journal.append({ ticks: [session], durability: "relaxed", state, snapshot: { n: 1 } });
  await journal.append({ ticks: ticks(3, 1), durability: "relaxed", state });
  const head = await loadHead(database, "r");
  expect([head?.snapshot?.seq, head?.ticks.map(({ seq }) => seq)]).toEqual([2, [3]]);
});

test("the tick that an owner begins with comes no earlier than the one before it", async () => {
  await begin();
  const ahead = Date.now() + 1_000_000;
  const journal = await own();
  await journal.append({ ticks: [{ ...(ticks(2, 1)[0] as Tick), at: ahead }], durability: "relaxed", state });
  const at = await claimRun(
    database,
    "r",
    ({ session }) => session?.at,
    ({ run }) => ({ kind: "session-started", epoch: run.epoch, owner: "a", reason: "load" }),
  );
  expect(at).toBe(ahead);
});
