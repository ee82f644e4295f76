import { createReadStream, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Tick } from "../engine/tick.ts";
import { type RunSpans, SpanCollector } from "./attemptSpans.ts";
import { type ChromeTrace, chromeEvents } from "./chromeTrace.ts";
import { wrongInChromeTrace } from "./fixtures/wrongInChromeTrace.ts";
import { wrongInOtlp } from "./fixtures/wrongInOtlp.ts";
import { type OtlpTrace, otlpSpans } from "./otlpTrace.ts";
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

type Ran = Parameters<typeof traceTexts>[0];

async function textOf(run: Ran, form: "chrome" | "otlp"): Promise<string> {
  let text = "";
  for await (const line of traceTexts(run, form)) text += `${line}\n`;
  return text;
}

const parsed = async <T>(file: string, form: "chrome" | "otlp"): Promise<T> =>
  JSON.parse(await textOf(await load(file), form)) as T;

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
  test.each(logs)("of %s has of each event what the format asks, and slices that lie side by side", async (file) => {
    expect(wrongInChromeTrace(await parsed<ChromeTrace>(file, "chrome"))).toEqual([]);
  });

  test("has one slice per attempt and the outcome of the run", async () => {
    const { spans } = await load("story-flaky-pipeline.runlog.jsonl");
    const events = [...chromeEvents(spans, { name: "flaky" })];
    expect(events.filter(({ cat }) => cat === "attempt")).toHaveLength(spans.attempts.length);
    expect(events.find(({ cat }) => cat === "run")?.args).toMatchObject({ outcome: spans.outcome });
  });

  test("is checked by something that finds what is wrong", async () => {
    const trace = await parsed<ChromeTrace>("story-flaky-pipeline.runlog.jsonl", "chrome");
    const slices = trace.traceEvents.filter(({ ph }) => ph === "X");
    const broken = { ...trace, traceEvents: [...trace.traceEvents, ...slices.slice(-1), { name: "x", ph: "s" }] };
    expect(wrongInChromeTrace(broken as ChromeTrace).length).toBeGreaterThan(2);
  });
});

test.each(["chrome", "otlp"] as const)("names and ids that look like a list leave the %s file whole", async (form) => {
  const { header, ticks } = await load("story-flaky-pipeline.runlog.jsonl");
  const strange = { ...header, runId: "r[]", engine: "1[]", workflow: { ...header.workflow, name: "Each of []" } };
  const text = await textOf({ header: strange, ticks }, form);
  const trace: unknown = JSON.parse(text);
  expect(form === "chrome" ? wrongInChromeTrace(trace as ChromeTrace) : wrongInOtlp(trace)).toEqual([]);
  expect(text).toContain("Each of []");
});

/** Some of the moments at which a run may be exported while it goes on; the first and the last tick are among them. */
function cutsOf(ticks: number): readonly number[] {
  const step = Math.max(1, Math.floor(ticks / 6));
  return [...new Set([1, ...Array.from({ length: 6 }, (_, place) => (place + 1) * step), ticks])].filter(
    (cut) => cut <= ticks,
  );
}

test.each(logs)("%s is a trace at any moment while the run goes on", async (file) => {
  const { header, ticks } = await load(file);
  for (const cut of cutsOf(ticks.length)) {
    const open = { header, ticks: ticks.slice(0, cut) };
    const chrome = JSON.parse(await textOf(open, "chrome")) as ChromeTrace;
    expect.soft(wrongInChromeTrace(chrome), `after tick ${cut}`).toEqual([]);
    expect.soft(wrongInOtlp(JSON.parse(await textOf(open, "otlp"))), `after tick ${cut}`).toEqual([]);
  }
});

test("the recorded runs have in them what a trace may be wrong about", async () => {
  const attempts = (await Promise.all(logs.map(load))).flatMap(({ spans }) => spans.attempts);
  const ends = new Set(attempts.map(({ end }) => end));
  expect([...ends].sort()).toEqual(
    expect.arrayContaining(["cancelled", "completed", "failed", "retrying", "uncertain", "waiting"]),
  );
  const waited = new Set(attempts.map(({ queuedFor }) => queuedFor));
  expect([...waited].sort()).toEqual(["again", "retry", "waiter", "worker"]);
  expect(attempts.some(({ host }) => host !== undefined)).toBe(true);
});

describe("OTLP", () => {
  test.each(logs)("of %s is what a collector takes as JSON", async (file) => {
    const trace = await parsed<OtlpTrace>(file, "otlp");
    expect(wrongInOtlp(trace)).toEqual([]);
    const [{ resource, scopeSpans }] = trace.resourceSpans;
    expect(resource.attributes).toContainEqual({ key: "service.name", value: { stringValue: "tickwork" } });
    const { spans } = scopeSpans[0];
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
  });

  test("is checked by something that finds what is wrong", async () => {
    const trace = await parsed<OtlpTrace>("retry-exponential-waits.runlog.jsonl", "otlp");
    const text = JSON.stringify(trace);
    const wrong = (from: RegExp, to: string) => wrongInOtlp(JSON.parse(text.replace(from, to)));
    expect(wrong(/"startTimeUnixNano":"(\d+)"/, '"startTimeUnixNano":$1')).toEqual([
      expect.stringContaining("startTimeUnixNano"),
    ]);
    expect(wrong(/"traceId":"[0-9a-f]{32}"/, '"traceId":"AAAA"')).toEqual([expect.stringContaining("traceId")]);
    expect(wrong(/"kind":1/, '"kind":"SPAN_KIND_INTERNAL"')).toEqual([expect.stringContaining("kind")]);
    expect(wrong(/"intValue":"(\d+)"/, '"intValue":$1')).toEqual([expect.stringContaining("intValue")]);
    expect(wrong(/"spanId"/, '"span_id"').length).toBeGreaterThan(0);
  });

  test("has an attempt as one span whose status is its outcome, beside the time it was queued", async () => {
    const { spans } = await load("retry-exponential-waits.runlog.jsonl");
    const all = [...otlpSpans(spans, { id: "r", name: "n", digest: "sha256:0", engine: "1" })];
    expect(all[0]).toMatchObject({ name: "n", status: { code: 2 } });
    const has = (span: (typeof all)[number], key: string, value: string) =>
      span.attributes.some(
        (each) => each.key === key && "stringValue" in each.value && each.value.stringValue === value,
      );
    const of = (kind: string, step: string) =>
      all.filter((span) => has(span, "tickwork.span", kind) && has(span, "tickwork.step", step));
    expect(of("attempt", "s")).toHaveLength(5);
    expect(of("attempt", "s")[0]?.status).toEqual({ code: 2, message: "try 1" });
    expect(of("queue", "s").map(({ name }) => name)).toEqual(Array(4).fill("s (retry)"));
  });
});
