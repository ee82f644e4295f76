import { sha256Of } from "../workflow/sha256.ts";
import type { AttemptSpan, RunSpans, SpanEnd } from "./attemptSpans.ts";

/*
 * OTLP/JSON, as an OpenTelemetry collector takes it at `/v1/traces` (opentelemetry-proto, `trace.proto`; "OTLP", JSON
 * Protobuf Encoding): names in lowerCamelCase, ids in hex, 64-bit numbers as decimal texts, enums as numbers.
 */

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: SPAN_KIND_INTERNAL. */
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events?: readonly {
    readonly timeUnixNano: string;
    readonly name: string;
    readonly attributes?: readonly KeyValue[];
  }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  /** 0: unset, 1: ok, 2: error. */
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string };
}

/** What stands around the spans in the file. */
export interface OtlpTrace {
  readonly resourceSpans: readonly [
    {
      readonly resource: { readonly attributes: readonly KeyValue[] };
      readonly scopeSpans: readonly [
        { readonly scope: { readonly name: string; readonly version: string }; readonly spans: readonly OtlpSpan[] },
      ];
    },
  ];
}

interface OtlpRun {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly engine: string;
}

const attemptStatus: Readonly<Record<SpanEnd, 0 | 1 | 2>> = {
  completed: 1,
  failed: 2,
  denied: 2,
  retrying: 2,
  uncertain: 2,
  waiting: 0,
  rerun: 0,
  cancelled: 0,
  ended: 0,
  open: 0,
};

/** The file around `spans`. */
export function otlpTrace({ engine }: Pick<OtlpRun, "engine">, spans: readonly OtlpSpan[]): OtlpTrace {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ "service.name": "tickwork", "service.version": engine }) },
        scopeSpans: [{ scope: { name: "tickwork", version: engine }, spans }],
      },
    ],
  };
}

/**
 * One span for the run and one per attempt from its dispatch to its end, below the attempt that runs its workflow or
 * else below the run; the time that an attempt waited before is a span of its own. The attempt whose result it works
 * on is a link: that one has ended, so it is no parent. Ids are derived, so that the same run gives the same bytes.
 */
export function* otlpSpans(spans: RunSpans, run: OtlpRun): Generator<OtlpSpan> {
  const traceId = hex(run.id, 32);
  const idOf = (what: string): string => hex(`${run.id} ${what}`, 16);
  const root = idOf("run");
  const code = spans.outcome === "success" ? 1 : spans.outcome === null || spans.outcome === "cancellation" ? 0 : 2;
  yield {
    traceId,
    spanId: root,
    // A name is asked for.
    name: run.name || "run",
    kind: 1,
    startTimeUnixNano: nanos(spans.startedAt),
    endTimeUnixNano: nanos(spans.endedAt),
    attributes: attributes({
      "tickwork.span": "run",
      "tickwork.run": run.id,
      "tickwork.digest": run.digest,
      "tickwork.outcome": spans.outcome ?? "unfinished",
    }),
    ...(spans.moments.length > 0 && {
      events: spans.moments.map(({ at, seq, text }) => ({
        timeUnixNano: nanos(at),
        name: text,
        attributes: attributes({ "tickwork.seq": seq }),
      })),
    }),
    status: { code, ...(code === 2 && spans.reason !== undefined && { message: spans.reason }) },
  };
  for (const attempt of spans.attempts) {
    const { execution, step, queuedAt, dispatchedAt, endedAt } = attempt;
    const parentSpanId = attempt.host === undefined ? root : idOf(attempt.host);
    const common = { traceId, parentSpanId, kind: 1 } as const;
    if (dispatchedAt > queuedAt) {
      yield {
        ...common,
        spanId: idOf(`${execution} queue`),
        name: `${step} (${attempt.queuedFor === "worker" ? "queued" : attempt.queuedFor})`,
        startTimeUnixNano: nanos(queuedAt),
        endTimeUnixNano: nanos(dispatchedAt),
        attributes: attributes({
          "tickwork.span": "queue",
          "tickwork.step": step,
          "tickwork.item": attempt.item,
          "tickwork.queued_for": attempt.queuedFor,
        }),
        links: [{ traceId, spanId: idOf(execution) }],
        status: { code: 0 },
      };
    }
    yield {
      ...common,
      spanId: idOf(execution),
      name: step,
      startTimeUnixNano: nanos(dispatchedAt),
      endTimeUnixNano: nanos(endedAt),
      attributes: attemptAttributes(attempt),
      ...(attempt.failure && {
        events: [
          {
            timeUnixNano: nanos(endedAt),
            name: "exception",
            attributes: attributes({
              "exception.type": attempt.failure.name,
              "exception.message": attempt.failure.message,
            }),
          },
        ],
      }),
      ...(attempt.cause !== undefined && { links: [{ traceId, spanId: idOf(attempt.cause) }] }),
      status: {
        code: attemptStatus[attempt.end],
        ...(attempt.failure && attemptStatus[attempt.end] === 2 && { message: attempt.failure.message }),
      },
    };
  }
}

function attemptAttributes(attempt: AttemptSpan): readonly KeyValue[] {
  return attributes({
    "tickwork.span": "attempt",
    "tickwork.step": attempt.step,
    "tickwork.worker": attempt.worker,
    "tickwork.execution": attempt.execution,
    "tickwork.item": attempt.item,
    "tickwork.attempt": attempt.attempt,
    "tickwork.end": attempt.end,
    "tickwork.queue_ms": attempt.dispatchedAt - attempt.queuedAt,
    "tickwork.run_ms": attempt.endedAt - attempt.dispatchedAt,
    ...(attempt.gateMs !== undefined && { "tickwork.gate_ms": Math.round(attempt.gateMs) }),
    ...(attempt.event !== undefined && { "tickwork.event": attempt.event }),
  });
}

function attributes(values: Readonly<Record<string, string | number>>): readonly KeyValue[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}

/** Nanoseconds since the epoch, beyond what a number holds. */
function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}

function hex(text: string, length: number): string {
  return sha256Of(text).slice("sha256:".length, "sha256:".length + length);
}
