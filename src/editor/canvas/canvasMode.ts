import { createContext } from "react";

/** What all cards of one canvas share and what does not change while it stands. */
export interface CanvasMode {
  readonly mode: "edit" | "run";
  /** For tests and measurements: called whenever a card renders. */
  readonly onRender?: (step: string) => void;
}

export const CanvasModeContext = createContext<CanvasMode>({ mode: "edit" });
