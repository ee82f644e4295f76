import { expect, test } from "vitest";
import type { Refusal } from "../../protocol/answer.ts";
import { autosave, isUnsaved, type SaveEffect, type SaveEvent, type SaveState, saveText } from "./autosave.ts";

const changed: SaveEvent = { kind: "changed" };
const due: SaveEvent = { kind: "due" };
const done: SaveEvent = { kind: "done" };
const refused = (code: Refusal["code"]): SaveEvent => ({ kind: "refused", refusal: { code, message: "No." } });

function play(...events: SaveEvent[]): { state: SaveState; effects: SaveEffect[] } {
  const effects: SaveEffect[] = [];
  let state: SaveState = { kind: "saved" };
  for (const event of events) {
    const next = autosave(state, event);
    state = next.state;
    effects.push(next.effect);
  }
  return { state, effects };
}

test("a change is saved after a pause, once", () => {
  expect(play(changed, changed, due, done)).toEqual({
    state: { kind: "saved" },
    effects: ["arm", "arm", "save", null],
  });
});

test("a change during a save is saved after it; two saves never overlap", () => {
  const { state, effects } = play(changed, due, changed, due, done, due, done);
  expect(effects).toEqual(["arm", "save", null, null, "arm", "save", null]);
  expect(state).toEqual({ kind: "saved" });
});

test("a failed save is tried again, later and with the next change", () => {
  const failed = play(changed, due, refused("quota"));
  expect(failed.state).toMatchObject({ kind: "failed" });
  expect(failed.effects.at(-1)).toBe("retry-later");
  expect(play(changed, due, refused("quota"), changed).effects.at(-1)).toBe("arm");
  expect(play(changed, due, refused("quota"), due, done).state).toEqual({ kind: "saved" });
});

test("a conflict waits for the person, whatever is typed", () => {
  const { state, effects } = play(changed, due, refused("conflict"), changed, due);
  expect(state.kind).toBe("conflict");
  expect(effects.slice(-3)).toEqual([null, null, null]);
  expect(play(changed, due, refused("conflict"), { kind: "settled", changed: true }).effects.at(-1)).toBe("save");
  expect(play(changed, due, refused("conflict"), { kind: "settled", changed: false }).state).toEqual({ kind: "saved" });
});

test("only what is saved counts as saved, and a failure says why", () => {
  expect(isUnsaved({ kind: "saved" })).toBe(false);
  expect(isUnsaved({ kind: "waiting" })).toBe(true);
  expect(saveText(play(changed, due, refused("quota")).state)).toBe("not saved: No.");
});
