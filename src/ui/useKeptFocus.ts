import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus inside `place` when the element that had it goes away: without this the keyboard begins at the top
 * of the page again. The place needs `tabIndex={-1}`.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const remember = (event: FocusEvent) => {
      last.current = event.target as Element;
    };
    const forget = (event: FocusEvent) => {
      // Without a next target the element was removed or the window lost the focus: both may come back here.
      if (event.relatedTarget !== null && !element.contains(event.relatedTarget as Node)) last.current = null;
    };
    element.addEventListener("focusin", remember);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", remember);
      element.removeEventListener("focusout", forget);
    };
  }, [place]);
  useLayoutEffect(() => {
    if (last.current === null || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    place.current?.focus({ preventScroll: true });
  });
}
