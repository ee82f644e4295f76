import { expect, test } from "vitest";
import type { HookReport } from "../protocol/hooks.ts";
import { formatTime } from "../ui/format.ts";
import { journalLine } from "./journalLine.ts";

test("[T31] the line of a hook says what came of its call, where that is known", () => {
  const entry = {
    tick: { seq: 7, at: 0, kind: "hook-observed", hook: "tell", observed: "run failed" },
    notices: [],
  } as unknown as Parameters<typeof journalLine>[0];
  const line = (report: Omit<HookReport, "run" | "seq"> | undefined) =>
    journalLine(entry, {
      title: (step) => step,
      attempt: () => undefined,
      hookReport: (seq) => report && { run: "r", seq, ...report },
    });
  expect(line(undefined)).toEqual({ tone: "plain", text: "The hook tell is told: run failed" });
  expect(line({ state: "done", said: "answered 204" })).toEqual({
    tone: "plain",
    text: "The hook tell is told: run failed; answered 204",
  });
  expect(line({ state: "failed", said: "No answer from a.example." })).toEqual({
    tone: "wait",
    text: "The hook tell is told: run failed; No answer from a.example",
  });
});

test("[T31] what a hook is told of a step is said by the step's title", () => {
  const entry = {
    tick: { seq: 7, at: 0, kind: "hook-observed", hook: "tell", observed: "step finished work x1" },
    notices: [],
  } as unknown as Parameters<typeof journalLine>[0];
  const line = journalLine(entry, { title: (step) => `Step ${step}`, attempt: () => undefined });
  expect(line.text).toBe("The hook tell is told: Step work finished");
});

test("[R68] a delay waits for its time, which then is over", () => {
  const line = (tick: object) =>
    journalLine({ tick: { seq: 3, at: 0, ...tick }, notices: [], step: "nap" } as never, {
      title: () => "Nap",
      attempt: () => undefined,
    }).text;
  const waits = (wait: object) =>
    line({ kind: "execution-finished", results: [{ kind: "wait", ordinal: 0, ...wait }] });
  expect(waits({ type: "delay", timeoutMs: 1500 })).toBe("Nap waits for 1.5 s");
  expect(waits({ type: "delay", dueAt: 1 })).toBe(`Nap waits until ${formatTime(1)}`);
  expect(waits({ type: "Nudge", timeoutMs: 1500 })).toBe("Nap waits for Nudge");
  expect(line({ kind: "waiter-timed-out", step: "nap", waiter: "w", generation: 1 })).toBe(
    "Nap: the time to wait is over",
  );
});

test("a question took the time since it was asked, and of what took no time none is told", () => {
  const line = (attempt: { readonly returned?: string | number; readonly awakeSince?: number }) => {
    const tick = { kind: "execution-finished", seq: 9, at: 61_000, execution: "x", started: 61_000, ended: 61_000 };
    const entry = { tick: { ...tick, results: [{ kind: "return", value: null }] }, notices: [], step: "review" };
    return journalLine(entry as never, { title: () => "Review", attempt: () => ({ step: "review", ...attempt }) }).text;
  };
  expect(line({ returned: "Approved", awakeSince: 1_000 })).toBe(
    "Review succeeded 1 min after it began and handed on Approved",
  );
  expect(line({ returned: 1 })).toBe("Review succeeded and handed on 1 event");
});

test("[R76] an answer that came while its question was not open is said to have changed nothing", () => {
  const entry = {
    tick: {
      seq: 4,
      at: 0,
      kind: "event-added",
      event: { type: "Answer", data: { ask: "q", value: 3 } },
      to: "review",
      by: "person",
    },
    notices: [{ kind: "unhandled", type: "Answer", to: "review" }],
    step: "review",
  } as unknown as Parameters<typeof journalLine>[0];
  const line = journalLine(entry, { title: () => "Review", attempt: () => undefined });
  expect(line).toEqual({
    tone: "wait",
    text: "Review: an answer came while its question was not open, and changed nothing: 3",
  });
});

test("[T26] the run that is repeated is named as a person knows it, never by its whole id", () => {
  const id = "9f2cd7c3-4250-4fb8-bc87-f63a9e008a6d";
  const entry = {
    tick: { seq: 1, at: 0, kind: "run-started", input: null, takesOver: { run: id, tasks: {} } },
    notices: [],
  } as unknown as Parameters<typeof journalLine>[0];
  const context = { title: (step: string) => step, attempt: () => undefined };
  expect(journalLine(entry, { ...context, retryOf: { id, number: 4 } }).text).toContain("it repeats run 4");
  expect(journalLine(entry, context).text).toMatch(/it repeats run 9f2cd7c3…$/);
});

test("what a person did in a run that is stepped through names the step, as soon as it is known", () => {
  const line = (tick: object, more: object = {}, stepOf = (_: string): string | undefined => undefined) =>
    journalLine({ tick: { seq: 3, at: 0, ...tick }, notices: [], ...more } as never, {
      title: (step) => `Step ${step}`,
      attempt: () => undefined,
      stepOf,
    }).text;
  const changed = { kind: "event-changed", item: "i3", data: 40, by: "person" };
  expect(line(changed)).toBe("A person changed an event that waits to 40");
  expect(line(changed, {}, (item) => (item === "i3" ? "work" : undefined))).toBe(
    "A person changed the event of Step work to 40",
  );
  const stepped = { kind: "step-requested", by: "person" };
  expect(line(stepped, { notices: [{ kind: "running", step: "work", worker: 0 }] })).toBe(
    "One step, by hand: Step work",
  );
  expect(line(stepped)).toBe("One step, by hand; nothing was there to begin");
  expect(line({ kind: "event-added", event: { type: "Nudge" }, by: "person" })).toBe("A person sent Nudge");
});
