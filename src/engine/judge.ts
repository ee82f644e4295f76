import type { Json } from "../workflow/json.ts";
import type { EventType, Step } from "../workflow/workflow.ts";
import type { Event } from "./event.ts";
import { type Failure, failureNames } from "./failure.ts";
import { emitted } from "./planJoins.ts";
import type { Exit, Result } from "./result.ts";

/** What an execution did beside how it ended, in the order in which it did it. */
export interface Did {
  readonly sends: readonly Extract<Result, { kind: "send" }>[];
  readonly collects: readonly Extract<Result, { kind: "collect" }>[];
  readonly consumes: readonly Extract<Result, { kind: "consume" }>[];
  readonly sets: readonly Extract<Result, { kind: "set" }>[];
  readonly output?: Json;
  readonly exit?: Exit;
}

/** How an execution ended. */
export type Judgement = { readonly did: Did } & (
  | {
      readonly kind: "success";
      readonly value: Returned;
      /** The data that it handed on (R69); absent when there is none. */
      readonly data?: Json;
    }
  | {
      readonly kind: "failure";
      readonly failure: Failure;
      readonly denied: boolean;
      /** Whether a retry policy is asked at all: not for denials and for mistakes that would only repeat (R15, R36, T16, T40). */
      readonly mayRetry: boolean;
    }
  | { readonly kind: "cancelled" }
  | { readonly kind: "waiting"; readonly waits: readonly Extract<Result, { kind: "wait" }>[] }
  /** It answered the list of `forEach` (R72). */
  | { readonly kind: "opened"; readonly elements: readonly Json[] }
);

/** What a success handed on: nothing, an event, or the members of a batch (R14). */
export type Returned = null | Event | readonly Event[];

/** Failures that another attempt would only repeat. */
const neverRetried: ReadonlySet<string> = new Set([
  failureNames.notAnEvent,
  failureNames.waiterInUse,
  failureNames.missingValue,
  failureNames.denied,
]);

/**
 * Reads the results of an execution. They come from the sandbox or the runner and are not trusted: whatever does
 * not have the shape of a result is the failure of R14, never a crash. A failure beats a cancellation, which beats a
 * wait, which beats what was returned. The runtime asks it too, before it evaluates the retry policy (R19).
 */
export function judgeResults(step: Step, results: unknown): Judgement {
  if (last !== undefined && last.results === results && last.step === step) return last.judgement;
  const judgement = judge(step, results);
  last = { step, results, judgement };
  return judgement;
}

/** The runtime asks about the results of an end right before the reducer does. Nobody changes them meanwhile. */
let last: { readonly step: Step; readonly results: unknown; readonly judgement: Judgement } | undefined;

function judge(step: Step, results: unknown): Judgement {
  const known: readonly Result[] = Array.isArray(results) && results.every(isResult) ? results : [];
  const only = known.length === 1 ? known[0] : undefined;
  if (only?.kind === "return") return judgeReturn(step, only, nothingMore);
  const did = readDid(known);
  if (known !== results) return mistake(did, describeWrong(results));

  const fail = known.find((result) => result.kind === "fail");
  if (fail !== undefined) return failed(did, readFailure(fail.failure), fail.denied === true);
  if (known.some(({ kind }) => kind === "cancelled") || did.exit === "cancellation") return { kind: "cancelled", did };
  const exit = exitFailure(step, did.exit);
  if (exit !== undefined) return failed(did, exit, false);
  const waits = known.filter((result) => result.kind === "wait");
  if (waits.length > 0) return { kind: "waiting", waits, did };

  const each = known.find((result) => result.kind === "each");
  if (each !== undefined) return { kind: "opened", elements: each.elements, did };

  const returned = known.findLast((result) => result.kind === "return");
  return judgeReturn(step, returned, did);
}

function judgeReturn(step: Step, returned: Extract<Result, { kind: "return" }> | undefined, did: Did): Judgement {
  const judgement = judgeReturned(step, returned?.value ?? null, did);
  if (judgement.kind !== "success") return judgement;
  const { value } = judgement;
  const data = returned?.data ?? dataOf(value) ?? did.output;
  return data === undefined ? judgement : { kind: "success", value, data, did };
}

function describeWrong(results: unknown): string {
  if (!Array.isArray(results)) return "gave something else than a list of results";
  return `gave a result ${results.findIndex((result) => !isResult(result))} of no shape that the engine knows`;
}

function dataOf(value: Returned): Json | undefined {
  if (value === null) return undefined;
  return "type" in value ? value.data : value.map(({ data }) => data ?? null);
}

function failed(did: Did, failure: Failure, denied: boolean): Judgement {
  return { kind: "failure", failure, denied, mayRetry: !denied && !neverRetried.has(failure.name), did };
}

function judgeReturned(step: Step, value: unknown, did: Did): Judgement {
  if (value === null) return { kind: "success", value, did };
  if (Array.isArray(value)) {
    if (step.forEach !== undefined) return mistake(did, listInList, "one event or null");
    const wrong = value.findIndex((entry) => !isEvent(entry));
    if (wrong >= 0) return mistake(did, `returned a list whose entry ${wrong} is ${inWords(value[wrong])}`);
    const ports = listPorts(step);
    const other = value.find(({ type }) => !namesType(ports, type));
    return other === undefined || step.kind === "scripted"
      ? { kind: "success", value, did }
      : otherType(did, { what: `a list with ${other.type} in it`, inLists: step.batches !== undefined, other, ports });
  }
  if (!isEvent(value)) return mistake(did, `returned ${inWords(value)}`);
  if (step.kind === "stop" || step.kind === "scripted" || namesType(step.emits, value.type)) {
    return { kind: "success", value, did };
  }
  return otherType(did, { what: value.type, inLists: false, other: value, ports: step.emits });
}

type Ports = Readonly<Record<string, EventType>> | undefined;

/** Whether a port carries this type; where none is named, every type may leave. */
function namesType(ports: Ports, type: EventType): boolean {
  let open = true;
  // Once per result: a list of the types would cost more than the look at them.
  for (const port in ports) {
    if (ports[port] === type) return true;
    open = false;
  }
  return open;
}

/** A step may return only the types that it names, when it names any (R15). */
function otherType(
  did: Did,
  of: { readonly what: string; readonly inLists: boolean; readonly other: Event; readonly ports: Ports },
): Judgement {
  const { what, inLists, other, ports } = of;
  const message = `The step returned ${what}, but its ${inLists ? "lists carry" : "outputs carry"} only ${emitted(ports).join(", ")}. Name ${other.type} in its \`${inLists ? "batches" : "emits"}\`, or return what is named there.`;
  return failed(did, { name: failureNames.notAnEvent, message }, false);
}

function listPorts({ batches, emits }: Step): Ports {
  return emitted(batches).length > 0 ? batches : emits;
}

const listInList = "has forEach and returned a list of events for one element";

export function mistake(did: Did, what: string, may = "an event {type, data}, a list of events, or null"): Judgement {
  const message = `The step ${what}; it may return ${may}.`;
  return failed(did, { name: failureNames.notAnEvent, message }, false);
}

/** A command succeeds with an exit code in `okExits` and fails with any other end (T14). */
function exitFailure(step: Step, exit: Exit | undefined): Failure | undefined {
  if (exit === undefined) return undefined;
  if (typeof exit === "string") {
    const message = exit === "timeout" ? "The command did not end in time." : "The command could not be carried out.";
    return { name: exit === "timeout" ? failureNames.timedOut : failureNames.exit, message };
  }
  const okExits = step.kind === "command" ? (step.config?.okExits ?? [0]) : [0];
  if ("code" in exit) {
    if (okExits.includes(exit.code)) return undefined;
    return {
      name: failureNames.exit,
      message: `The command ended with exit code ${exit.code}.`,
      data: { code: exit.code },
    };
  }
  return {
    name: failureNames.exit,
    message: `The command was ended by ${exit.signal}.`,
    data: { signal: exit.signal },
  };
}

/** Of an execution that only returned, which is most of them. */
const nothingMore: Did = { sends: [], collects: [], consumes: [], sets: [] };

function readDid(results: readonly Result[]): Did {
  const sends: Extract<Result, { kind: "send" }>[] = [];
  const collects: Extract<Result, { kind: "collect" }>[] = [];
  const consumes: Extract<Result, { kind: "consume" }>[] = [];
  const sets: Extract<Result, { kind: "set" }>[] = [];
  let output: Extract<Result, { kind: "output" }> | undefined;
  let exit: Extract<Result, { kind: "exit" }> | undefined;
  for (const result of results) {
    if (result.kind === "send") sends.push(result);
    else if (result.kind === "collect") collects.push(result);
    else if (result.kind === "consume") consumes.push(result);
    else if (result.kind === "set") sets.push(result);
    else if (result.kind === "output") output = result;
    else if (result.kind === "exit") exit = result;
  }
  const did = { sends, collects, consumes, sets };
  if (output === undefined && exit === undefined) return did;
  return { ...did, ...(output && { output: output.value }), ...(exit && { exit: exit.exit }) };
}

/** Keeps what is a failure; a thrown value of another shape becomes its message. */
function readFailure(failure: unknown): Failure {
  if (isObject(failure) && typeof failure.name === "string" && typeof failure.message === "string") {
    return failure as unknown as Failure;
  }
  const { name, message } = isObject(failure) ? failure : { name: undefined, message: failure };
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof message === "string" ? message : "The step failed without saying why.",
  };
}

export function isEvent(value: unknown): value is Event {
  return isObject(value) && typeof value.type === "string" && eventType.test(value.type) && hasNothingElse(value);
}

const eventType = /^[A-Z][A-Za-z0-9]{0,62}$/;

function hasNothingElse(event: Readonly<Record<string, unknown>>): boolean {
  for (const key in event) if (key !== "type" && key !== "data") return false;
  return true;
}

const shapes: { readonly [K in Result["kind"]]: (result: Readonly<Record<string, unknown>>) => boolean } = {
  return: () => true,
  fail: () => true,
  cancelled: () => true,
  send: ({ event, to }) => isEvent(event) && isOptional(to, "string"),
  collect: ({ buffer, event }) => isBufferName(buffer) && isEvent(event),
  consume: ({ buffer, events }) =>
    isBufferName(buffer) && (typeof events === "number" || (Array.isArray(events) && events.every(isEvent))),
  wait: ({ id, ordinal, type, where, ask, timeoutMs, dueAt }) =>
    isOptional(id, "string") &&
    typeof ordinal === "number" &&
    typeof type === "string" &&
    (where === undefined || isObject(where)) &&
    (ask === undefined || isEvent(ask)) &&
    isOptional(timeoutMs, "number") &&
    isOptional(dueAt, "number"),
  answered: ({ id }) => typeof id === "string",
  output: ({ value }) => value !== undefined,
  set: ({ path, value }) => isStorePath(path) && value !== undefined,
  exit: ({ exit }) => isExit(exit),
  each: ({ elements }) => Array.isArray(elements),
};

function isResult(result: unknown): result is Result {
  if (!isObject(result) || typeof result.kind !== "string") return false;
  return Object.hasOwn(shapes, result.kind) && shapes[result.kind as Result["kind"]](result);
}

function isExit(exit: unknown): boolean {
  if (typeof exit === "string") return exit === "timeout" || exit === "cancellation" || exit === "abnormal";
  return isObject(exit) && (typeof exit.code === "number" || typeof exit.signal === "string");
}

function isStorePath(path: unknown): boolean {
  return Array.isArray(path) && path.every((key) => typeof key === "string" || typeof key === "number");
}

/** `@` separates a buffer's name from its scope. */
function isBufferName(name: unknown): boolean {
  return typeof name === "string" && !name.includes("@");
}

function isOptional(value: unknown, type: "string" | "number"): boolean {
  return value === undefined || typeof value === type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inWords(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object that is no event" : `the ${typeof value} ${JSON.stringify(value)}`;
}
