import type { Event } from "../engine/event.ts";
import type { Failure } from "../engine/failure.ts";
import { isEvent } from "../engine/judge.ts";
import type { Result } from "../engine/result.ts";
import type { TakesOver, TickBody } from "../engine/tick.ts";
import { assertNever } from "../workflow/assertNever.ts";
import type { Path } from "../workflow/condition.ts";
import type { Json } from "../workflow/json.ts";
import { type Artifact, createTaker, type Taker } from "./takeOut.ts";

/** What a tick says, with its large values beside it. */
export interface TakenTick {
  readonly body: TickBody;
  readonly artifacts: readonly Artifact[];
}

type Paths = readonly Path[];

/**
 * Takes the large values out of everything in a tick that users, steps or the world outside made. A tick without any
 * is answered as it came. `keep`: paths that stay readable, in the output of the step that it concerns, or in what it
 * writes to the store.
 */
export function takeOutOfTick(
  body: TickBody,
  options: { readonly keep: Paths; readonly isGiven: (reference: object) => boolean },
): TakenTick {
  const taker = createTaker(options.isGiven);
  const taken = take(body, taker, options.keep);
  return { body: taken, artifacts: taker.artifacts };
}

function take(body: TickBody, taker: Taker, keep: Paths): TickBody {
  switch (body.kind) {
    case "run-started": {
      const started = changed(body, "input", taker.take(body.input));
      const stored = started.store === undefined ? started : changed(started, "store", taker.take(started.store, keep));
      return stored.takesOver === undefined
        ? stored
        : { ...stored, takesOver: takesOverIn(stored.takesOver, taker, keep) };
    }
    case "instance-started":
      return changed(body, "input", taker.take(body.input));
    case "event-added":
    case "event-published":
      return changed(body, "event", eventIn(body.event, taker));
    case "execution-finished": {
      const { results, evidence } = body;
      const taken = Array.isArray(results) ? each(results, (result) => resultIn(result, taker, keep)) : results;
      const finished = changed(body, "results", taken);
      return evidence === undefined ? finished : changed(finished, "evidence", taker.take(evidence));
    }
    case "store-changed":
      return body.value === undefined ? body : changed(body, "value", taker.take(body.value, keep));
    case "event-changed":
      return changed(body, "data", taker.take(body.data));
    case "once-recorded":
      return changed(body, "value", taker.take(body.value));
    case "recovery-decided":
      if (body.decision.kind !== "succeeded") return body;
      return changed(body, "decision", changed(body.decision, "output", taker.take(body.decision.output, keep)));
    case "session-started":
    case "run-forked":
    case "execution-started":
    case "wake-up":
    case "waiter-timed-out":
    case "run-timed-out":
    case "pause-requested":
    case "resume-requested":
    case "breakpoints-set":
    case "step-requested":
    case "cancel-requested":
    case "cancel-acknowledged":
    case "execution-lost":
    case "hook-observed":
      return body;
    default:
      return assertNever(body);
  }
}

function takesOverIn({ run, tasks }: TakesOver, taker: Taker, keep: Paths): TakesOver {
  const taken = Object.entries(tasks).map(
    ([id, task]) => [id, { ...task, results: each(task.results, (result) => resultIn(result, taker, keep)) }] as const,
  );
  return { run, tasks: Object.fromEntries(taken) };
}

/** Results come from the sandbox or the runner and are not trusted: what has another shape is judged as it is. */
function resultIn(result: Result, taker: Taker, keep: Paths): Result {
  switch (result?.kind) {
    case "return": {
      const returned = changed(result, "value", returnedIn(result.value, taker, keep));
      return returned.data === undefined ? returned : changed(returned, "data", taker.take(returned.data, keep));
    }
    case "fail":
      return changed(result, "failure", failureIn(result.failure, taker));
    case "send":
    case "collect":
      return changed(result, "event", eventIn(result.event, taker));
    case "consume":
      if (!Array.isArray(result.events)) return result;
      return changed(
        result,
        "events",
        each(result.events, (event: Event) => eventIn(event, taker)),
      );
    case "wait": {
      const asking = result.ask === undefined ? result : changed(result, "ask", eventIn(result.ask, taker));
      if (typeof asking.where !== "object" || asking.where === null) return asking;
      const where = Object.entries(asking.where);
      const taken = each(where, (entry) => changed(entry, 1, taker.take(entry[1])));
      return taken === where ? asking : { ...asking, where: Object.fromEntries(taken) };
    }
    case "set":
    case "output":
      return changed(result, "value", taker.take(result.value, keep));
    // The list itself stays, so that it can be opened.
    case "each":
      if (!Array.isArray(result.elements)) return result;
      return changed(
        result,
        "elements",
        each(result.elements, (element) => taker.take(element)),
      );
    default:
      return result;
  }
}

/** Of the members of a batch each by itself. */
function returnedIn(value: Json | Event | readonly Event[], taker: Taker, keep: Paths): typeof value {
  if (isEvent(value)) return eventIn(value, taker, keep);
  if (!Array.isArray(value) || !value.some(isEvent)) return taker.take(value as Json);
  return each(value as readonly Event[], (event) => eventIn(event, taker));
}

function eventIn(event: Event, taker: Taker, keep: Paths = []): Event {
  if (event?.data === undefined) return event;
  return changed(event, "data", taker.take(event.data, keep));
}

function failureIn(failure: Failure, taker: Taker): Failure {
  if (typeof failure !== "object" || failure === null) return failure;
  const taken = failure.data === undefined ? failure : changed(failure, "data", taker.take(failure.data));
  return taken.cause === undefined ? taken : changed(taken, "cause", failureIn(taken.cause, taker));
}

/** `whole` with another member; itself when that is no other. */
function changed<T extends object, K extends keyof T>(whole: T, key: K, value: T[K]): T {
  if (whole[key] === value) return whole;
  if (Array.isArray(whole)) return whole.with(Number(key), value) as unknown as T;
  return { ...whole, [key]: value };
}

function each<T>(list: readonly T[], change: (member: T) => T): readonly T[] {
  const members = list.map(change);
  return members.every((member, index) => member === list[index]) ? list : members;
}
