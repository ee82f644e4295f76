import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Problem } from "../../workflow/problem.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { quietProblems } from "./quietProblems.ts";

/** Typing rests when no key was pressed for so long, ms. */
const restMs = 1_200;

/** The problems, without new ones at the field that is being typed in until that rests or is left. */
export function useQuietProblems(
  found: readonly Problem[],
  settings: RefObject<HTMLElement | null>,
  chosen: StepId | null,
): readonly Problem[] {
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const onInput = (event: Event) => {
      if (!settings.current?.contains(event.target as Node)) return;
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
      setTyping(true);
    };
    // Code editors stand in shadow roots; what bubbles out of them is composed.
    document.addEventListener("input", onInput, true);
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("focusout", rest, true);
    function onKey(event: KeyboardEvent) {
      if (event.key.length === 1 || event.key === "Backspace" || event.key === "Delete") onInput(event);
    }
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", onInput, true);
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("focusout", rest, true);
    };
  }, [settings]);
  const shown = useRef(found);
  const quiet = useMemo(() => quietProblems(shown.current, found, typing ? chosen : null), [found, typing, chosen]);
  useEffect(() => {
    shown.current = quiet;
  }, [quiet]);
  return quiet;
}
