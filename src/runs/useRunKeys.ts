import { useEffect, useRef } from "react";
import { ownsKeys, pathElements } from "../editor/shortcuts.ts";
import { isDialogOpen } from "../ui/isDialogOpen.ts";

/** What keys do on the page of a run, outside of text fields, lists and dialogs. */
export interface RunKeys {
  readonly breakpoint: () => void;
  readonly step: () => void;
  readonly proceed: () => void;
}

const keys: Readonly<Record<string, keyof RunKeys>> = { b: "breakpoint", B: "breakpoint", F10: "step", F8: "proceed" };

export function useRunKeys(actions: RunKeys): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const what = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (what === undefined || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || ownsKeys(pathElements(event))) return;
      if (isDialogOpen()) return;
      event.preventDefault();
      latest.current[what]();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
