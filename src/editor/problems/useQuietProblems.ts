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
    // As they bubble, after React has heard of them: drawn before, a field would get its old text back.
    document.addEventListener("input", onInput);
    document.addEventListener("keydown", onKey);
    document.addEventListener("focusout", rest);
    function onKey(event: KeyboardEvent) {
      if (event.key.length === 1 || event.key === "Backspace" || event.key === "Delete") onInput(event);
    }
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", onInput);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("focusout", rest);
    };
  }, [settings]);
  const shown = useRef(found);
  const quiet = useMemo(() => quietProblems(shown.current, found, typing ? chosen : null), [found, typing, chosen]);
  useEffect(() => {
    shown.current = quiet;
  }, [quiet]);
  return quiet;
}
