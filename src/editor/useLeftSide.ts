import { useCallback, useMemo, useRef, useState } from "react";
import { showPanel } from "../ui/panels.ts";
import type { LeftSide } from "./LeftPanel.tsx";

const storageKey = "tickwork.editor.left";

/** Which side stands left of the canvas; it is remembered. */
export function useLeftSide() {
  const [side, setSide] = useState<LeftSide>(remembered);
  const [focusAsked, setFocusAsked] = useState(0);
  const search = useRef<HTMLInputElement>(null);
  const turn = useCallback((next: LeftSide) => {
    remember(next);
    setSide(next);
  }, []);
  return useMemo(
    () => ({
      side,
      focusAsked,
      /** The field of the palette. */
      search,
      show: (next: LeftSide) => {
        turn(next);
        setFocusAsked(0);
      },
      find: () => {
        showPanel("palette");
        turn("palette");
        requestAnimationFrame(() => search.current?.focus());
      },
      showOutline: () => {
        showPanel("palette");
        turn("outline");
        setFocusAsked((count) => count + 1);
      },
    }),
    [side, focusAsked, turn],
  );
}

function remembered(): LeftSide {
  try {
    return localStorage.getItem(storageKey) === "outline" ? "outline" : "palette";
  } catch {
    return "palette";
  }
}

function remember(side: LeftSide): void {
  try {
    localStorage.setItem(storageKey, side);
  } catch {
    // Forgetting which side was shown is no harm.
  }
}
