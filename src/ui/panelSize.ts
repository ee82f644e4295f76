/** What is remembered of a panel: its size in px and whether it is folded away. */
export interface PanelState {
  readonly size: number;
  readonly collapsed: boolean;
}

export interface PanelBounds {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

export function clampPanel(size: number, { min, max }: PanelBounds): number {
  return Math.round(Math.min(Math.max(size, min), max));
}

/** Reads what was stored; anything else than a sound state counts as the initial one. */
export function parsePanel(stored: string | null, bounds: PanelBounds): PanelState {
  const initial = { size: bounds.initial, collapsed: false };
  if (stored === null) return initial;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== "object" || value === null) return initial;
    const { size, collapsed } = value as { size?: unknown; collapsed?: unknown };
    return {
      size: typeof size === "number" && Number.isFinite(size) ? clampPanel(size, bounds) : bounds.initial,
      collapsed: collapsed === true,
    };
  } catch {
    return initial;
  }
}
