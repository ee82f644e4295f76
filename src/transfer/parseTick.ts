import type { TickKind } from "../engine/tick.ts";
import {
  anything,
  child,
  fieldOf,
  flag,
  isObject,
  listOf,
  nameOf,
  number,
  object,
  oneOf,
  type Place,
  recordOf,
  report,
  type Shape,
  taggedBy,
  text,
} from "../workflow/parse/shape.ts";
import type { Problem } from "../workflow/problem.ts";

const event = object({ type: text, data: anything }, ["type"]);

const failure: Shape = (value, at) =>
  object(
    {
      name: text,
      message: text,
      stack: text,
      data: anything,
      cause: failure,
      place: object({ line: number, column: number }, ["line", "column"]),
    },
    ["name", "message"],
  )(value, at);

const exit: Shape = (value, at) => {
  if (typeof value === "string") oneOf("timeout", "cancellation", "abnormal")(value, at);
  else taggedBy({ code: number, signal: text })(value, at);
};

const storePath = listOf((value, at) => {
  if (typeof value !== "string" && typeof value !== "number")
    report(at, `${fieldOf(at)} must be a key; it is ${nameOf(value)}.`);
});

/** An object whose fields depend on its `kind`. */
function byKind(variants: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    if (!isObject(value)) return report(at, `${fieldOf(at)} must be an object; it is ${nameOf(value)}.`);
    const variant =
      typeof value.kind === "string" && Object.hasOwn(variants, value.kind) ? variants[value.kind] : undefined;
    if (variant === undefined) report(child(at, "kind"), `There is no kind ${nameOf(value.kind)} here.`);
    else variant(value, at);
  };
}

type Fields = Readonly<Record<string, Shape>>;
const withKind = (fields: Fields, required: readonly string[] = []) => object({ kind: text, ...fields }, required);

const result = byKind({
  return: withKind({ value: anything, data: anything }, ["value"]),
  fail: withKind({ failure, denied: flag }, ["failure"]),
  cancelled: withKind({}),
  send: withKind({ event, to: text }, ["event"]),
  collect: withKind({ buffer: text, event }, ["buffer", "event"]),
  consume: withKind(
    {
      buffer: text,
      events: (value, at) => {
        if (typeof value !== "number") listOf(event)(value, at);
      },
    },
    ["buffer", "events"],
  ),
  wait: withKind(
    {
      id: text,
      ordinal: number,
      type: text,
      where: recordOf(() => anything),
      ask: event,
      timeoutMs: number,
      dueAt: number,
    },
    ["ordinal", "type"],
  ),
  answered: withKind({ id: text }, ["id"]),
  output: withKind({ value: anything }, ["value"]),
  set: withKind({ path: storePath, value: anything }, ["path", "value"]),
  exit: withKind({ exit }, ["exit"]),
  each: withKind({ elements: listOf(anything) }, ["elements"]),
});

const retry: Shape = (value, at) => {
  if (value !== null) object({ retryAfterMs: number }, ["retryAfterMs"])(value, at);
};

const decision = byKind({
  rerun: withKind({}),
  failed: withKind({}),
  succeeded: withKind({ output: anything }, ["output"]),
});

const breakpoints = object({ steps: listOf(text), events: listOf(text) }, ["steps", "events"]);

const tick = (fields: Fields, required: readonly string[] = []) =>
  object({ seq: number, at: number, kind: text, ...fields }, required);

const bodies: { readonly [K in TickKind]: Shape } = {
  "run-started": tick(
    {
      input: anything,
      store: anything,
      pins: listOf(text),
      breakpoints,
      takesOver: object(
        {
          run: text,
          tasks: recordOf(() =>
            object({ seq: number, attempt: number, results: listOf(result) }, ["seq", "attempt", "results"]),
          ),
        },
        ["run", "tasks"],
      ),
    },
    ["input"],
  ),
  "session-started": tick({ epoch: number, owner: text, reason: oneOf("load", "takeover", "import", "crash") }, [
    "epoch",
    "owner",
    "reason",
  ]),
  "run-forked": tick(
    {
      of: object({ run: text, number: number, seq: number }, ["run", "number", "seq"]),
      epoch: number,
      owner: text,
      anew: listOf(text),
    },
    ["of", "epoch", "owner", "anew"],
  ),
  "event-added": tick(
    { event, to: text, from: object({ execution: text, index: number }, ["execution", "index"]), by: text },
    ["event"],
  ),
  "execution-started": tick({ execution: text, owner: text, key: text }, ["execution", "owner", "key"]),
  "instance-started": tick({ execution: text, input: anything }, ["execution", "input"]),
  "execution-finished": tick(
    {
      execution: text,
      results: listOf(result),
      retry,
      started: number,
      ended: number,
      waited: number,
      evidence: anything,
    },
    ["execution", "results"],
  ),
  "event-published": tick({ execution: text, event }, ["execution", "event"]),
  "store-changed": tick({ execution: text, path: storePath, value: anything, delete: flag }, ["execution", "path"]),
  "once-recorded": tick({ execution: text, key: text, value: anything }, ["execution", "key", "value"]),
  "wake-up": tick({ item: text }, ["item"]),
  "waiter-timed-out": tick({ step: text, waiter: text, generation: number }, ["step", "waiter", "generation"]),
  "run-timed-out": tick({}),
  "pause-requested": tick({ reason: text }),
  "resume-requested": tick({}),
  "breakpoints-set": tick({ breakpoints, by: text }, ["breakpoints", "by"]),
  "step-requested": tick({ by: text }, ["by"]),
  "cancel-requested": tick({ request: text, step: text, execution: text, reason: text }, ["request"]),
  "cancel-acknowledged": tick({ request: text }, ["request"]),
  "execution-lost": tick({ execution: text, never: flag, cause: text }, ["execution"]),
  "recovery-decided": tick({ execution: text, item: text, decision, by: text }, ["decision", "by"]),
  "event-changed": tick({ item: text, data: anything, by: text }, ["item", "data", "by"]),
  "hook-observed": tick({ hook: text, observed: text }, ["hook", "observed"]),
};

const body = byKind(bodies);

/** What is wrong with a tick from a file; empty: it is one. Fields of later versions are let through. */
export function problemsOfTick(json: unknown): readonly Problem[] {
  const at: Place = { path: [], rule: "format", problems: [] };
  body(json, at);
  return at.problems.filter(({ severity }) => severity === "error");
}
