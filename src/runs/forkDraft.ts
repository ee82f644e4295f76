import type { Tick } from "../engine/tick.ts";
import type { Fork, ForkForeseen } from "../protocol/fork.ts";
import { isJsonObject, type Json, type JsonObject } from "../workflow/json.ts";

/** What may be other in a fork, each with the value that it had. */
export type Change =
  | { readonly kind: "none" }
  /** Of the whole run: only before its first tick. */
  | { readonly kind: "input"; readonly value: Json }
  /** An event from outside, in the place of the one that the tick is. */
  | { readonly kind: "event"; readonly type: string; readonly to?: string; readonly value: Json }
  /** Another answer, in the place of the one that the tick is. */
  | { readonly kind: "answer"; readonly step: string; readonly ask: string; readonly value: Json }
  /** The event of an item that begins again. */
  | {
      readonly kind: "item";
      readonly item: string;
      readonly step: string;
      readonly event: string;
      readonly value: Json;
    };

/** Where a fork begins and what may be changed there, for the tick that a person looks at. */
export function changesAt(tick: Tick | undefined, foreseen: ForkForeseen | null): readonly Change[] {
  const items = (foreseen?.begins ?? []).flatMap(({ item, step, event, data }): readonly Change[] =>
    data === undefined || event === undefined ? [] : [{ kind: "item", item, step, event, value: data }],
  );
  return [{ kind: "none" }, ...insteadOf(tick), ...items];
}

/** What the tick itself says, when somebody outside said it. */
function insteadOf(tick: Tick | undefined): readonly Change[] {
  if (tick?.kind === "run-started") return [{ kind: "input", value: tick.input }];
  if (tick?.kind !== "event-added" || tick.from !== undefined) return [];
  const { event, to } = tick;
  const { data } = event;
  if (event.type === "Answer" && to !== undefined && isJsonObject(data) && typeof data.ask === "string") {
    const { ask, value, choice } = data;
    return [
      { kind: "answer", step: to, ask, value: { value: value ?? null, ...(choice !== undefined && { choice }) } },
    ];
  }
  return [{ kind: "event", type: event.type, ...(to !== undefined && { to }), value: data ?? null }];
}

/** The fork that a person asked for. What stands in the place of a tick begins before that tick. */
export function forkOf(seq: number, change: Change, value: Json): Omit<Fork, "workflow" | "paused"> {
  switch (change.kind) {
    case "none":
      return { seq };
    case "input":
      return { seq: 0, input: value };
    case "event": {
      const event = { type: change.type, ...(value !== null && { data: value }) };
      return { seq: seq - 1, event: { event, ...(change.to !== undefined && { to: change.to }) } };
    }
    case "answer": {
      const given: JsonObject = isJsonObject(value) ? value : { value };
      const { choice } = given;
      return {
        seq: seq - 1,
        answer: {
          step: change.step,
          ask: change.ask,
          value: given.value ?? null,
          ...(typeof choice === "string" && { choice }),
        },
      };
    }
    case "item":
      return { seq, change: { item: change.item, data: value } };
  }
}

export function changeName(change: Change, title: (step: string) => string): string {
  switch (change.kind) {
    case "none":
      return "Nothing";
    case "input":
      return "The input of the run";
    case "event":
      return `The event ${change.type} of this tick`;
    case "answer":
      return `The answer of this tick (${title(change.step)})`;
    case "item":
      return `The event ${change.event} that starts ${title(change.step)}`;
  }
}

/** Names a change among those of one tick. */
export function changeKey(change: Change): string {
  return change.kind === "item" ? `item ${change.item}` : change.kind;
}
