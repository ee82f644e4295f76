import { useEffect, useRef } from "react";
import { isMac } from "../ui/chord.ts";
import { isDialogOpen } from "../ui/isDialogOpen.ts";
import { type Command, commandOf } from "./commandTable.ts";
import { isControl, ownsKeys, pathElements } from "./shortcuts.ts";

/** Calls `onCommand` for the editor's keys, never while a text field, a code editor, a list or a dialog has them. */
export function useShortcuts(
  onCommand: (command: Command) => boolean,
  clipboard: {
    readonly copy: () => string | null;
    readonly cut: () => string | null;
    readonly paste: (text: string) => boolean;
  },
): void {
  const latest = useRef({ onCommand, clipboard });
  useEffect(() => {
    latest.current = { onCommand, clipboard };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const path = pathElements(event);
      if (event.defaultPrevented || event.isComposing || ownsKeys(path) || isDialogOpen()) return;
      const command = commandOf(event, isMac);
      if (command === null) return;
      // A focused button or tab keeps Enter and the arrows.
      if (isControl(path) && (command === "open" || command.startsWith("focus-") || command.startsWith("move-")))
        return;
      if (latest.current.onCommand(command)) event.preventDefault();
    };
    const onClipboard = (event: ClipboardEvent) => {
      const isText = ownsKeys(pathElements(event)) || document.getSelection()?.isCollapsed === false;
      if (isText || isDialogOpen()) return;
      const { copy, cut, paste } = latest.current.clipboard;
      if (event.type === "paste") {
        if (paste(event.clipboardData?.getData("text/plain") ?? "")) event.preventDefault();
        return;
      }
      const text = event.type === "cut" ? cut() : copy();
      if (text === null) return;
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    for (const type of ["copy", "cut", "paste"] as const) document.addEventListener(type, onClipboard);
    return () => {
      window.removeEventListener("keydown", onKey);
      for (const type of ["copy", "cut", "paste"] as const) document.removeEventListener(type, onClipboard);
    };
  }, []);
}
