import { memo, type RefObject } from "react";
import { slidePanelsAway } from "../ui/panels.ts";
import type { CanvasHandle } from "./canvas/canvasHandle.ts";
import type { EditorActions } from "./editorActions.ts";
import { canInsert } from "./insertable.ts";
import { Palette } from "./Palette.tsx";

/** The palette of one editor: what is dragged out of it goes where it is let go, or into the wire there. */
export const EditorPalette = memo(function EditorPalette({
  actions,
  canvas,
  searchRef,
}: {
  readonly actions: EditorActions;
  readonly canvas: () => CanvasHandle | null;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}) {
  return (
    <Palette
      searchRef={searchRef}
      onAdd={(kind) => {
        slidePanelsAway();
        actions.addBeside(kind);
      }}
      onDrag={(kind, screen) => canvas()?.hoverWire(canInsert(kind) ? screen : null)}
      onDrop={(kind, screen) => {
        const wire = canInsert(kind) ? canvas()?.hoverWire(screen) : null;
        if (wire) return actions.insertInto(wire, kind);
        const at = canvas()?.pointAt(screen);
        if (at) actions.addAt(kind, { x: at.x - 30, y: at.y - 24 });
      }}
    />
  );
});
