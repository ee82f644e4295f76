import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { StepId } from "../workflow/workflow.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import { useDocumentStore } from "./document/useDocument.ts";

/** Leads to the step, and to the line of its code, that the address names: once each time that it names one. */
export function useShownFirst(
  show: { readonly step: StepId; readonly line?: number } | undefined,
  canvas: RefObject<CanvasHandle | null>,
  showStep: (step: StepId) => void,
) {
  const store = useDocumentStore();
  // A line is gone to once: who comes back to the step finds it as any other.
  const line = useRef(show);
  // The canvas is ready anew with each drawing of the editor; only the first time leads to the step.
  const step = useRef(show?.step);
  const takeLine = useCallback((of: StepId) => {
    if (line.current?.step !== of) return undefined;
    const { line: taken } = line.current;
    line.current = undefined;
    return taken;
  }, []);
  const lead = useCallback(() => {
    const to = step.current;
    step.current = undefined;
    if (to !== undefined && Object.hasOwn(store.getState().workflow.steps, to)) showStep(to);
  }, [store, showStep]);
  const onReady = useCallback(
    (handle: CanvasHandle) => {
      canvas.current = handle;
      lead();
    },
    [canvas, lead],
  );
  const seen = useRef(show);
  useEffect(() => {
    if (show === seen.current) return;
    seen.current = show;
    if (show === undefined) return;
    line.current = show;
    step.current = show.step;
    if (canvas.current !== null) lead();
  }, [show, canvas, lead]);
  return { takeLine, onReady };
}
