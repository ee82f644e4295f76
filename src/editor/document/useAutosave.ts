import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Answer, Refusal } from "../../protocol/answer.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { autosave, isUnsaved, type SaveEvent, type SaveState } from "./autosave.ts";
import type { DocumentStore } from "./documentStore.ts";

export interface Saving {
  readonly state: SaveState;
  /** The stored revision that this document follows. */
  readonly revision: number;
  readonly saveNow: () => void;
  /** After a conflict: `revision` is the newer one; with `overwrite` this document follows it. */
  readonly settle: (revision: number, overwrite: boolean) => void;
  /** Before another document comes in the place of this one: what is here now becomes a version of its own. */
  readonly keepVersion: () => void;
  /** After a conflict: this document was saved elsewhere. */
  readonly leave: () => void;
}

/** Where the document goes when the page does, and there is no time for a save. */
export interface LastResort {
  readonly keep: (basedOn: number, workflow: Workflow) => void;
  readonly forget: () => void;
}

type Save = (
  basedOn: number,
  workflow: Workflow,
  keepsBefore: boolean,
) => Promise<Answer<{ readonly revision: number }>>;

const pauseMs = 500;
const retryMs = 10_000;

/** Saves the document of `store` whenever it changed, and when the page goes away. */
export function useAutosave(store: DocumentStore, revision: number, save: Save, lastResort: LastResort): Saving {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision is where it begins; the saver counts on by itself
  const saver = useMemo(() => createSaver(store, revision, save, lastResort), [store, save, lastResort]);
  useEffect(() => saver.start(), [saver]);
  const state = useSyncExternalStore(saver.watch, saver.state);
  const { saveNow, settle, keepVersion, leave } = saver;
  return { state, revision: saver.revision(), saveNow, settle, keepVersion, leave };
}

function createSaver(store: DocumentStore, firstRevision: number, save: Save, lastResort: LastResort) {
  let state: SaveState = { kind: "saved" };
  let revision = firstRevision;
  let keepsBefore = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  const happen = (event: SaveEvent): void => {
    const next = autosave(state, event);
    if (next.state !== state) {
      state = next.state;
      for (const watcher of watchers) watcher();
    }
    if (next.effect === "arm") arm(pauseMs);
    else if (next.effect === "retry-later") arm(retryMs);
    else if (next.effect === "save") void carryOut();
  };
  const arm = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => happen({ kind: "due" }), ms);
  };
  const carryOut = async (): Promise<void> => {
    clearTimeout(timer);
    const keeps = keepsBefore;
    keepsBefore = false;
    const answer = await save(revision, store.getState().workflow, keeps).catch(
      (cause: unknown): { readonly ok: false; readonly refusal: Refusal } => ({
        ok: false,
        refusal: { code: "storage", message: cause instanceof Error ? cause.message : String(cause) },
      }),
    );
    if (answer.ok) {
      revision = answer.value.revision;
      happen({ kind: "done" });
      if (!isUnsaved(state)) lastResort.forget();
    } else {
      keepsBefore ||= keeps;
      happen({ kind: "refused", refusal: answer.refusal });
    }
  };
  const saveNow = (): void => happen({ kind: "due" });
  const keep = (): void => {
    if (isUnsaved(state)) lastResort.keep(revision, store.getState().workflow);
  };
  const onHidden = (): void => {
    if (document.visibilityState !== "hidden") return;
    keep();
    saveNow();
  };
  /** Nobody presses Enter in a field whose page goes. */
  const onGone = (): void => {
    finishTyping();
    keep();
    saveNow();
  };
  const onLeave = (event: BeforeUnloadEvent): void => {
    if (!isUnsaved(state)) return;
    saveNow();
    event.preventDefault();
  };

  return {
    start: () => {
      let seen = store.getState().version;
      // It began with what an earlier page could not save.
      if (seen > 0 && state.kind === "saved") happen({ kind: "changed" });
      const stop = store.subscribe(({ version }) => {
        if (version === seen) return;
        seen = version;
        happen({ kind: "changed" });
      });
      document.addEventListener("visibilitychange", onHidden);
      window.addEventListener("beforeunload", onLeave);
      window.addEventListener("pagehide", onGone);
      // Before the route changes, which takes the fields away without a word.
      window.addEventListener("hashchange", finishTyping, true);
      return () => {
        stop();
        document.removeEventListener("visibilitychange", onHidden);
        window.removeEventListener("beforeunload", onLeave);
        window.removeEventListener("pagehide", onGone);
        window.removeEventListener("hashchange", finishTyping, true);
        saveNow();
        clearTimeout(timer);
      };
    },
    state: () => state,
    revision: () => revision,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    saveNow,
    settle: (newer: number, overwrite: boolean) => {
      revision = newer;
      keepsBefore = true;
      if (!overwrite) lastResort.forget();
      happen({ kind: "settled", changed: overwrite });
    },
    keepVersion: () => {
      saveNow();
      keepsBefore = true;
    },
    leave: lastResort.forget,
  };
}

/** Some texts count when their field loses the focus. */
function finishTyping(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement) activeElement.blur();
}
