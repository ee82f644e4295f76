import { type RefObject, useLayoutEffect, useRef } from "react";

/** Of each popup that was closed, what had the focus before it. */
const openedFrom = new WeakMap<Element, Element>();

/**
 * Gives the focus back to what had it before a popup opened, in the commit that closes the popup. Base UI does it when
 * the popup has faded away: until then keys would go to something that is on its way out, and be lost. (Where a popup
 * goes without fading, as one that is taken out of the tree, Base UI does it at once.)
 */
export function useFocusBack(open: boolean, popup: RefObject<HTMLElement | null>): void {
  const before = useRef<Element | null>(null);
  // Not in a cleanup: React gives the focus back to what had it when a commit began, after the cleanups.
  useLayoutEffect(() => {
    if (open) {
      before.current = focusedElement();
      return;
    }
    if (before.current === null || popup.current === null) return;
    openedFrom.set(popup.current, before.current);
    const now = document.activeElement;
    // Who closed it may have taken the focus further.
    const isTaken = now !== null && now !== document.body && !popup.current.contains(now);
    if (!isTaken) focusOnPage(before.current, now);
    before.current = null;
  }, [open, popup]);
}

function focusOnPage(before: Element, now: Element | null): void {
  const target = outOfClosedPopups(before);
  if (target instanceof HTMLElement && target.isConnected && target !== document.body)
    target.focus({ preventScroll: true });
  else if (now instanceof HTMLElement) now.blur();
}

/** A dialog that a menu opens has its focus from a row of the menu, which is gone: then it is what the menu had it from. */
function outOfClosedPopups(element: Element): Element {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const from = openedFrom.get(around);
    if (from !== undefined && !around.hasAttribute("data-open")) return outOfClosedPopups(from);
  }
  return element;
}

/** What has the focus, also inside of the shadow root of a code editor. */
function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}
