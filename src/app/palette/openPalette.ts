import { useEffect } from "react";
import { flushSync } from "react-dom";
import { create } from "zustand";
import { ownsKeys, pathElements } from "../../editor/shortcuts.ts";
import { isChord, isMac } from "../../ui/chord.ts";
import { isDialogOpen } from "../../ui/isDialogOpen.ts";
import { appCommands } from "../appCommandTable.ts";

export type Overlay = "none" | "palette" | "keyboard";

/** What lies over every page: the command palette, or the map of the keyboard. */
export const useOverlay = create<{ readonly overlay: Overlay }>(() => ({ overlay: "none" }));

export const openPalette = (): void => useOverlay.setState({ overlay: "palette" });
export const openKeyboardMap = (): void => useOverlay.setState({ overlay: "keyboard" });
export const closeOverlay = (): void => useOverlay.setState({ overlay: "none" });

/**
 * Closes the palette and does what was chosen in it, before the next key. The focus goes back to where it was first (a
 * microtask of closing); the act may take it further.
 */
export function closeThenAct(act: () => void): void {
  flushSync(closeOverlay);
  queueMicrotask(act);
}

/**
 * The keys of the palette and of the map. The palette's key is nobody else's, so it opens from text fields too; over a
 * dialog it does nothing, and over the palette it closes it.
 */
export function useOverlayKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const asks = (chords: readonly string[]) => chords.some((chord) => isChord(chord, event, isMac));
      const { overlay } = useOverlay.getState();
      const inDialog = isDialogOpen();
      if (asks(appCommands.palette.keys)) {
        // The browser would go to its own search field.
        event.preventDefault();
        if (overlay === "palette") closeOverlay();
        else if (!inDialog) openPalette();
      } else if (asks(appCommands.keyboard.keys) && !inDialog && !ownsKeys(pathElements(event))) {
        event.preventDefault();
        openKeyboardMap();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
