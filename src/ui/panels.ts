/** What a panel on the page lets others do with it. */
interface PanelHandle {
  /** Unfolds it, or slides it in. */
  readonly show: () => void;
  /** Slides it away where it lies over the page; beside the page it stays. */
  readonly slideAway: () => void;
}

const panels = new Map<string, PanelHandle>();

/** Makes a panel known under its id; the answer forgets it. */
export function registerPanel(id: string, handle: PanelHandle): () => void {
  panels.set(id, handle);
  return () => {
    if (panels.get(id) === handle) panels.delete(id);
  };
}

/** Makes sure that a panel can be seen before something in it gets the focus. */
export function showPanel(id: string): void {
  for (const [other, panel] of panels) if (other !== id) panel.slideAway();
  panels.get(id)?.show();
}

/** Gives the page back to what panels lie over, in a small window. */
export function slidePanelsAway(): void {
  for (const panel of panels.values()) panel.slideAway();
}
