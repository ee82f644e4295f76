import fc from "fast-check";
import { expect, test } from "vitest";
import type { Dispatch } from "../engine/effect.ts";
import { type Plan, planWorkflow } from "../engine/plan.ts";
import { replay } from "../engine/replay.ts";
import type { Result } from "../engine/result.ts";
import { initialState } from "../engine/runState.ts";
import { encodeState } from "../engine/stateCodec.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { HandWorld } from "./HandWorld.ts";
import { resumeRun, type StoredRun } from "./resumeRun.ts";
import type { RunLoop } from "./world.ts";

/** Six parts, two at a time; each fails once and is retried, every second one asks; the sum of the answers ends it. */
function planOf(kind: object): Plan {
  const parsed = parseWorkflow(
    {
      steps: {
        split: { ...kind, accepts: ["Start"] },
        part: { ...kind, accepts: ["Part"], workers: 2, retry: { maxAttempts: 3, wait: { fixedMs: 50 } } },
        sum: { ...kind, accepts: ["Done"], join: { batch: "all" } },
      },
    },
    { scenario: true },
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planWorkflow(parsed.value);
}

/** Those that begin only when their dispatch is durable, and those that begin ahead of it. */
const plans = {
  scripted: planOf({ kind: "scripted" }),
  code: planOf({ kind: "code", config: { source: "" }, emits: { done: "Part", end: "Stop", part: "Done" } }),
};
const parts = [1, 2, 3, 4, 5, 6];

/** What deterministic steps do: it depends on the dispatch alone. */
function resultsOf({ step, event, failures, waits }: Dispatch): readonly Result[] {
  if (step === "split") return [{ kind: "return", value: parts.map((data) => ({ type: "Part", data })) }];
  if (step === "sum") {
    const data = (event?.events ?? []).map((member) => member.data ?? null);
    return [{ kind: "return", value: { type: "Stop", data } }];
  }
  const part = Number(event?.data);
  if (failures === 0) return [{ kind: "fail", failure: { name: "Error", message: "503" } }];
  if (part % 2 === 1) return [{ kind: "return", value: { type: "Done", data: part * 10 } }];
  const answer = waits[0]?.event?.data;
  if (answer === undefined) return [{ kind: "wait", ordinal: 0, type: "Answer", where: { part } }];
  return [{ kind: "return", value: { type: "Done", data: Number((answer as { value: number }).value) } }];
}

const weather = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("finish" as const), which: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer" as const), part: fc.constantFrom(2, 4, 6) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("time" as const), ms: fc.nat(80) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("full disk" as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash" as const), settled: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("pause" as const, "resume" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("slow disk" as const, "quick disk" as const) }) },
);

/** One tab after the other over the same journal. */
class Tabs {
  world = new HandWorld();
  loop: RunLoop;
  readonly #plan: Plan;
  #epoch = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.loop = this.#open({ ticks: [] });
  }

  /** Nothing moves by itself any more; while the disk is slow, commits wait. */
  async rest(): Promise<void> {
    if (!this.world.held) return this.loop.settled();
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  }

  async turnDisk(slow: boolean): Promise<void> {
    this.world.held = slow;
    if (!slow) this.world.release();
    await this.rest();
  }

  #open(stored: StoredRun): RunLoop {
    this.#epoch++;
    const session = { epoch: this.#epoch, owner: "tab", reason: "load" } as const;
    // The request to begin is a row of its own, which stays until its tick is durable.
    const requests = [{ body: { kind: "run-started", input: null }, request: "1" }] as const;
    const isNew = stored.ticks.length === 0 && !stored.snapshot;
    return resumeRun({ runId: "r", plan: this.#plan, stored, session, world: this.world, ...(isNew && { requests }) });
  }

  /** The tab is gone, with what was not durable; the next one reads a snapshot, where there is one, and the rest. */
  crash(): void {
    this.loop.close();
    this.world.held = false;
    const { ticks, snapshot, time } = this.world;
    this.world = new HandWorld();
    this.world.time = time + 5;
    this.world.ticks.push(...ticks);
    this.world.snapshot = snapshot;
    const rest = ticks.slice(snapshot?.seq ?? 0);
    this.loop = this.#open({ ...(snapshot && { snapshot }), ticks: rest });
  }

  finish(which: number): void {
    const running = [...this.world.running.values()];
    const chosen = running[which % running.length];
    if (!chosen) return;
    this.world.running.delete(chosen.dispatch.execution);
    void chosen.execution.finish({ results: resultsOf(chosen.dispatch) });
  }

  answer(part: number): void {
    this.loop.post({ kind: "event-added", event: { type: "Answer", data: { part, value: part * 100 } } });
  }

  /** Whatever is still open, until the run has ended. */
  async calmDown(): Promise<void> {
    await this.turnDisk(false);
    for (let round = 0; round < 200 && this.loop.state.lifecycle !== "completed"; round++) {
      await this.loop.settled();
      const waitsForDisk = (this.world.stalls.at(-1) ?? null) !== null;
      if (waitsForDisk) await this.world.pass(this.world.alarmAt ?? 0, () => this.loop.settled());
      else if (this.loop.state.lifecycle === "paused") this.loop.post({ kind: "resume-requested" });
      else if (this.world.running.size > 0) this.finish(0);
      else if (this.world.alarmAt !== null) await this.world.pass(this.world.alarmAt, () => this.loop.settled());
      else for (const part of [2, 4, 6]) this.answer(part);
      await this.loop.settled();
    }
  }
}

test.each(Object.entries(plans))(
  "[R49] [R80] [R41] whatever the weather, a run of %s steps ends once, with each part counted once and in order",
  async (_, plan) => {
    await fc.assert(
      fc.asyncProperty(fc.array(weather, { maxLength: 60 }), async (events) => {
        const tabs = new Tabs(plan);
        for (const event of events) {
          if (event.kind === "finish") tabs.finish(event.which);
          else if (event.kind === "answer") tabs.answer(event.part);
          else if (event.kind === "time") await tabs.world.pass(tabs.world.time + event.ms, () => tabs.rest());
          else if (event.kind === "full disk") {
            for (let time = 0; time < event.times; time++) tabs.world.refusals.push({ kind: "quota", message: "full" });
          } else if (event.kind === "crash") {
            if (event.settled) await tabs.rest();
            tabs.crash();
          } else if (event.kind === "slow disk" || event.kind === "quick disk") {
            await tabs.turnDisk(event.kind === "slow disk");
          } else tabs.loop.post({ kind: event.kind === "pause" ? "pause-requested" : "resume-requested" });
          if (event.kind !== "crash") await tabs.rest();
        }
        await tabs.calmDown();

        const { ticks } = tabs.world;
        expect(tabs.loop.state).toMatchObject({
          lifecycle: "completed",
          outcome: "success",
          result: [10, 200, 30, 400, 50, 600],
        });
        expect(ticks.map(({ seq }) => seq)).toEqual(ticks.map((_, index) => index + 1));
        expect(ticks.every(({ at }, index) => index === 0 || at >= (ticks[index - 1]?.at ?? 0))).toBe(true);
        expect(encodeState(replay(plan, initialState(plan), ticks))).toEqual(encodeState(tabs.loop.state));
      }),
      { numRuns: 60 },
    );
  },
);
