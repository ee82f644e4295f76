import { describe, expect, test } from "vitest";
import {
  asking,
  commanding,
  counting,
  finishes,
  lifecycle,
  newName,
  openTab,
  start,
  until,
  watch,
} from "./fixtures/runsOfTabs.ts";

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
      await until(seen, (now) => now.seq > 0);
      // Behind the tick of its session: three of them without any progress would pause the run (R77).
      const target = seen.seq + 2 + (seed % 40);
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

  test("a run that ends is there for who asks something of it just then", async () => {
    const name = newName();
    const [first, second] = [openTab(name), openTab(name)];
    const runId = await start(first, asking);
    const there = await watch(second, runId);
    await until(there, (now) => now.view?.steps.ask?.waiting === 1);
    const answer = {
      step: "ask",
      ask: String(there.view?.steps.ask?.waiters[0]?.where?.ask),
      value: 4,
      choice: "yes",
    };
    expect(await second.api.answer(runId, answer)).toEqual({ ok: true, value: null });
    const said = new Set<string>();
    // The lock goes from tab to tab at its end.
    for (let more = 30; more > 0; more -= lifecycle(there) === "completed" ? 1 : 0) {
      const answers = await Promise.all([1, 2, 3].map(() => second.api.answer(runId, answer)));
      for (const each of answers) said.add(each.ok ? "asked" : each.refusal.code);
    }
    said.delete("asked");
    expect([...said]).toEqual(["conflict"]);
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
