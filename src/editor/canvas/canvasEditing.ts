import type { Wire } from "../../workflow/wires.ts";
import type { Point, PortName, StepId } from "../../workflow/workflow.ts";
import type { Moved } from "../layout/dropped.ts";
import type { GroupEditing, NoteEditing } from "./canvasMode.ts";
import type { NodeRef } from "./selection.ts";

/** What a menu was opened on. */
export type MenuTarget = NodeRef | { readonly kind: "wire"; readonly id: string };

/** What a person may change on a canvas; without it the canvas only shows. Points are canvas coordinates. */
export interface CanvasEditing {
  readonly onMove: (moved: Moved) => void;
  readonly onConnect: (from: StepId, port: PortName, to: StepId) => void;
  /** A wire was let go over empty canvas, at `screen` in client coordinates. */
  readonly onWireDropped: (from: StepId, port: PortName, at: Point, screen: Point) => void;
  /** A wire that was pulled backwards out of an input was let go over empty canvas. */
  readonly onInputDropped: (to: StepId, at: Point) => void;
  /** An end of a wire was taken to another place; `null`: to empty canvas. */
  readonly onReconnect: (
    wire: Wire,
    ends: { readonly from: StepId; readonly port: PortName; readonly to: StepId } | null,
  ) => void;
  readonly onInsert: (wire: string) => void;
  /** A card was clicked twice; it is selected. */
  readonly onOpen: () => void;
  /** The empty canvas was clicked twice. */
  readonly onAdd: (at: Point) => void;
  readonly onMenu: (target: MenuTarget | null, at: Point, screen: Point) => void;
  readonly onFold: (group: string, folded: boolean) => void;
  readonly notes: NoteEditing;
  readonly groups: GroupEditing;
}
