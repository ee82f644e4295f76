import type { Effect } from "../engine/effect.ts";
import { planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { traceLine } from "../engine/trace.ts";
import { SpanCollector } from "./attemptSpans.ts";
import { chromeEvents, chromeHeader } from "./chromeTrace.ts";
import { otlpSpans, otlpTrace } from "./otlpTrace.ts";
import type { RunLog } from "./writeRunLog.ts";

/** `text`: a line per notice · `chrome`: trace events for Perfetto · `otlp`: spans for a collector. */
export const traceForms = ["text", "chrome", "otlp"] as const;
export type TraceForm = (typeof traceForms)[number];

/** A recorded run as a trace, in pieces that each end with a line of their own. */
export async function* traceTexts(
  { header, ticks }: Omit<RunLog, "artifacts">,
  form: TraceForm,
): AsyncGenerator<string> {
  const plan = planWorkflow(header.workflow);
  let state = initialState(plan);
  const collector = new SpanCollector();
  for await (const tick of ticks) {
    const reduction = reduce(plan, state, tick);
    state = reduction.state;
    if (form === "text") yield* traceLines(tick, reduction.effects, new Date(tick.at).toISOString());
    else collector.add(tick, reduction.effects);
  }
  if (form === "text") return;
  const { runId: id, digest, engine, workflow } = header;
  const spans = collector.spans();
  const run = { id, name: workflow.name, digest, engine };
  yield* form === "chrome"
    ? listLines({ ...chromeHeader(spans, run), traceEvents: [] }, chromeEvents(spans, run))
    : listLines(otlpTrace(run, []), otlpSpans(spans, run));
}

/** A document whose last, empty list holds `items`, an item a line: the whole is never one text. */
function* listLines(document: object, items: Iterable<object>): Generator<string> {
  const whole = JSON.stringify(document);
  // Names and ids in it may hold the same two signs.
  const list = whole.lastIndexOf("[]");
  yield `${whole.slice(0, list)}[`;
  let last: string | undefined;
  for (const item of items) {
    if (last !== undefined) yield `${last},`;
    last = JSON.stringify(item);
  }
  if (last !== undefined) yield last;
  yield `]${whole.slice(list + 2)}`;
}

/** The lines of one tick (`scenarios.md`, The trace), with its number and `at` in front. */
export function traceLines(tick: Tick, effects: readonly Effect[], at: string): readonly string[] {
  return effects.flatMap((effect) =>
    effect.kind === "notice" ? [`${String(tick.seq).padStart(6)}  ${at}  ${traceLine(effect.notice)}`] : [],
  );
}
