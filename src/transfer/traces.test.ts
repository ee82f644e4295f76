import { createReadStream, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Tick } from "../engine/tick.ts";
import { type RunSpans, SpanCollector } from "./attemptSpans.ts";
import { type ChromeTrace, chromeTrace } from "./chromeTrace.ts";
import { type OtlpTrace, otlpTrace } from "./otlpTrace.ts";
import { readRunLog } from "./readRunLog.ts";
import type { RunLogHeader } from "./runLogFormat.ts";
import { traceTexts } from "./traceTexts.ts";

const folder = new URL("recorded/runlog-1/", import.meta.url);
const logs = readdirSync(folder);

async function load(
  file: string,
): Promise<{ readonly header: RunLogHeader; readonly ticks: readonly Tick[]; readonly spans: RunSpans }> {
  const collector = new SpanCollector();
  const ticks: Tick[] = [];
  let header: RunLogHeader | undefined;
  for await (const part of readRunLog(createReadStream(new URL(file, folder)))) {
    if (part.kind === "header") header = part.header;
    if (part.kind !== "tick") continue;
    ticks.push(part.tick);
    collector.add(part.tick, part.effects);
  }
  if (header === undefined) throw new Error("no header");
  return { header, ticks, spans: collector.spans() };
}

const parsed = async <T>(file: string, form: "chrome" | "otlp"): Promise<T> => {
  let text = "";
  for await (const piece of traceTexts(await load(file), form)) text += piece;
  return JSON.parse(text) as T;
};

describe("the spans of a run", () => {
  test("tell queue time and run time of each attempt apart, with what a retry waited for", async () => {
    const { spans } = await load("retry-exponential-waits.runlog.jsonl");
    const tries = spans.attempts.filter(({ step }) => step === "s");
    expect(tries.map(({ attempt, queuedFor, end }) => [attempt, queuedFor, end])).toEqual([
      [1, "worker", "retrying"],
      [2, "retry", "retrying"],
      [3, "retry", "retrying"],
      [4, "retry", "retrying"],
      [5, "retry", "failed"],
    ]);
    expect(tries.map(({ queuedAt, dispatchedAt }) => dispatchedAt - queuedAt)).toEqual([0, 100, 200, 300, 300]);
    expect(tries.map(({ dispatchedAt, endedAt }) => endedAt - dispatchedAt)).toEqual([10, 10, 10, 10, 10]);
    expect(tries[0]?.failure).toEqual({ name: "Error", message: "try 1" });
  });

  test("name the attempt whose result an attempt works on, and the one that runs its workflow", async () => {
    const { spans } = await load("tab-sub-workflow-with-a-question.runlog.jsonl");
    const byId = new Map(spans.attempts.map((attempt) => [attempt.execution, attempt]));
    const inner = spans.attempts.filter(({ step }) => step.includes("/"));
    expect(inner.length).toBeGreaterThan(0);
    for (const { step, host } of inner) expect(byId.get(host ?? "")?.step).toBe(step.slice(0, step.lastIndexOf("/")));
    const caused = spans.attempts.filter(({ cause }) => cause !== undefined);
    expect(caused.length).toBeGreaterThan(0);
    for (const { cause, queuedAt } of caused) expect(byId.get(cause ?? "")?.endedAt).toBeLessThanOrEqual(queuedAt);
  });
});

describe("Chrome's trace-event format", () => {
  test.each(logs)(
    "of %s has what the format asks of each phase, and slices of a thread that do not cross",
    async (file) => {
      const trace = await parsed<ChromeTrace>(file, "chrome");
      expect(Object.keys(trace).sort()).toEqual(["displayTimeUnit", "otherData", "traceEvents"]);
      const open = new Map<string, number>();
      const arrows = new Map<string, number>();
      const lastOf = new Map<number, number>();
      for (const event of trace.traceEvents) {
        expect(event).toMatchObject({ name: expect.any(String), pid: 1, tid: expect.any(Number) });
        if (event.ph === "M") {
          expect(["process_name", "thread_name", "thread_sort_index"]).toContain(event.name);
          continue;
        }
        expect(Number.isInteger(event.ts) && (event.ts ?? -1) >= 0).toBe(true);
        if (event.ph === "X") {
          expect(event.dur).toBeGreaterThan(0);
          if (event.tid === 1) continue;
          expect(event.ts).toBeGreaterThanOrEqual((lastOf.get(event.tid) ?? 0) - 1);
          lastOf.set(event.tid, (event.ts ?? 0) + (event.dur ?? 0));
        }
        const id = `${event.cat} ${event.id}`;
        if (event.ph === "b") open.set(id, event.ts ?? 0);
        if (event.ph === "e") {
          expect(open.get(id)).toBeLessThan(event.ts ?? 0);
          open.delete(id);
        }
        if (event.ph === "s") arrows.set(id, event.ts ?? 0);
        if (event.ph === "f") {
          expect(event.bp).toBe("e");
          expect(arrows.get(id)).toBeLessThanOrEqual(event.ts ?? 0);
          arrows.delete(id);
        }
        if (event.ph === "i") expect(event.s).toBe("p");
      }
      expect([open.size, arrows.size]).toEqual([0, 0]);
    },
  );

  test("has one slice per attempt and the outcome of the run", async () => {
    const { spans } = await load("story-flaky-pipeline.runlog.jsonl");
    const { traceEvents } = chromeTrace(spans, { id: "r", name: "flaky" });
    expect(traceEvents.filter(({ cat }) => cat === "attempt")).toHaveLength(spans.attempts.length);
    expect(traceEvents.find(({ cat }) => cat === "run")?.args).toMatchObject({ outcome: spans.outcome });
  });
});

describe("OTLP", () => {
  test.each(logs)(
    "of %s is what a collector takes as JSON: ids in hex, times as texts, parents that exist",
    async (file) => {
      const trace = await parsed<OtlpTrace>(file, "otlp");
      const [resource] = trace.resourceSpans;
      expect(resource?.resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "tickwork" } });
      const spans = resource?.scopeSpans[0]?.spans ?? [];
      const ids = new Set(spans.map(({ spanId }) => spanId));
      expect(ids.size).toBe(spans.length);
      expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
      for (const span of spans) {
        expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
        expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
        expect(span.kind).toBe(1);
        if (span.parentSpanId !== undefined) expect(ids.has(span.parentSpanId)).toBe(true);
        for (const link of span.links ?? []) expect(ids.has(link.spanId)).toBe(true);
        expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
        expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
        expect([0, 1, 2]).toContain(span.status.code);
        for (const { value } of span.attributes) {
          expect(Object.keys(value)).toHaveLength(1);
          expect(typeof Object.values(value)[0]).toBe("string");
        }
      }
    },
  );

  test("has an attempt as one span whose status is its outcome, beside the time it was queued", async () => {
    const { spans } = await load("retry-exponential-waits.runlog.jsonl");
    const trace = otlpTrace(spans, { id: "r", name: "n", digest: "sha256:0", engine: "1" });
    const all = trace.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
    expect(all[0]).toMatchObject({ name: "n", status: { code: 2 } });
    const of = (kind: string, step: string) =>
      all.filter(
        ({ attributes }) =>
          attributes.some(
            ({ key, value }) => key === "tickwork.span" && "stringValue" in value && value.stringValue === kind,
          ) &&
          attributes.some(
            ({ key, value }) => key === "tickwork.step" && "stringValue" in value && value.stringValue === step,
          ),
      );
    expect(of("attempt", "s")).toHaveLength(5);
    expect(of("attempt", "s")[0]?.status).toEqual({ code: 2, message: "try 1" });
    expect(of("queue", "s").map(({ name }) => name)).toEqual(Array(4).fill("s (retry)"));
  });
});
