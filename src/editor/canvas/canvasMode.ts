import { createContext } from "react";
import type { Rect } from "../layout/rect.ts";

/** What can be done to notes from their own places. Ids are those of the document. */
export interface NoteEditing {
  readonly write: (id: string, text: string) => void;
  readonly resize: (id: string, rect: Rect) => void;
}

export interface GroupEditing {
  readonly rename: (id: string, title: string) => void;
  readonly resize: (id: string, rect: Rect) => void;
}

/** What all cards of one canvas share and what does not change while it stands. */
export interface CanvasMode {
  readonly mode: "edit" | "run";
  readonly notes?: NoteEditing;
  readonly groups?: GroupEditing;
  /** Folds a frame or opens it again; in a run only for who looks at it. */
  readonly onFold: (group: string, folded: boolean) => void;
  /** A step is to be put into a wire. */
  readonly onInsert?: (wire: string) => void;
  /** Gives a node the focus. */
  readonly onFocusNode: (nodeId: string) => void;
  /** For tests and measurements: called whenever a card renders. */
  readonly onRender?: (step: string) => void;
}

export const CanvasModeContext = createContext<CanvasMode>({ mode: "edit", onFold: () => {}, onFocusNode: () => {} });
