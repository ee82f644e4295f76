import type { Refusal } from "../../protocol/answer.ts";

/*
 * When the document is saved. The machine decides, `useAutosave` carries out: it takes what happened and returns the
 * next state and what to do. At most one save is under way; each names the revision it is based on.
 */

export type SaveState =
  | { readonly kind: "saved" }
  /** Changed; the save comes when typing pauses. */
  | { readonly kind: "waiting" }
  /** `again`: changed meanwhile. */
  | { readonly kind: "saving"; readonly again: boolean }
  | { readonly kind: "failed"; readonly refusal: Refusal }
  /** Somebody else saved a newer revision; nothing is overwritten until a person decides. */
  | { readonly kind: "conflict"; readonly refusal: Refusal };

export type SaveEvent =
  | { readonly kind: "changed" }
  /** The pause is over, or the page goes away, or the person asks for it. */
  | { readonly kind: "due" }
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The person decided a conflict: the next save is based on the newer revision. */
  | { readonly kind: "settled"; readonly changed: boolean };

export type SaveEffect = "arm" | "save" | "retry-later" | null;

export function autosave(
  state: SaveState,
  event: SaveEvent,
): { readonly state: SaveState; readonly effect: SaveEffect } {
  const stay = { state, effect: null } as const;
  switch (event.kind) {
    case "changed":
      if (state.kind === "saving") return { state: { kind: "saving", again: true }, effect: null };
      if (state.kind === "conflict") return stay;
      if (state.kind === "failed") return { state, effect: "arm" };
      return { state: { kind: "waiting" }, effect: "arm" };
    case "due":
      if (state.kind === "waiting" || state.kind === "failed")
        return { state: { kind: "saving", again: false }, effect: "save" };
      return stay;
    case "done":
      if (state.kind !== "saving") return stay;
      return state.again ? { state: { kind: "waiting" }, effect: "arm" } : { state: { kind: "saved" }, effect: null };
    case "refused":
      if (event.refusal.code === "conflict")
        return { state: { kind: "conflict", refusal: event.refusal }, effect: null };
      return { state: { kind: "failed", refusal: event.refusal }, effect: "retry-later" };
    case "settled":
      return event.changed
        ? { state: { kind: "saving", again: false }, effect: "save" }
        : { state: { kind: "saved" }, effect: null };
  }
}

/** Whether leaving the page now would lose something. */
export function isUnsaved(state: SaveState): boolean {
  return state.kind !== "saved";
}

export function saveText(state: SaveState): string {
  switch (state.kind) {
    case "saved":
      return "saved";
    case "waiting":
    case "saving":
      return "saving …";
    case "failed":
      return `not saved: ${state.refusal.message}`;
    case "conflict":
      return "not saved: changed elsewhere";
  }
}
