export interface Line {
  readonly from: string;
  readonly to: string;
}

/**
 * The lines without those that close a circle, each once and none from a box to itself: what is left has an order.
 * A line closes a circle when it leads back to a box on the way from the first box, as a person reads it.
 */
export function forwardLines(ids: readonly string[], lines: readonly Line[]): readonly Line[] {
  const next = new Map<string, string[]>(ids.map((id) => [id, []]));
  const entered = new Set<string>();
  for (const { from, to } of lines) {
    const targets = next.get(from);
    if (from === to || targets === undefined || !next.has(to) || targets.includes(to)) continue;
    targets.push(to);
    entered.add(to);
  }
  const forward: Line[] = [];
  const state = new Map<string, "open" | "closed">();
  const roots = [...ids.slice(0, 1), ...ids.filter((id) => !entered.has(id)), ...ids];
  for (const root of roots) {
    if (state.has(root)) continue;
    state.set(root, "open");
    const path: { readonly id: string; at: number }[] = [{ id: root, at: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = next.get(top.id)?.[top.at++];
      if (to === undefined) {
        state.set(top.id, "closed");
        path.pop();
        continue;
      }
      if (state.get(to) === "open") continue;
      forward.push({ from: top.id, to });
      if (state.has(to)) continue;
      state.set(to, "open");
      path.push({ id: to, at: 0 });
    }
  }
  return forward;
}

/** The column of every box: right of all that lead to it, and a beginning directly left of what it leads to. */
export function layersOf(ids: readonly string[], forward: readonly Line[]): ReadonlyMap<string, number> {
  const targets = new Map<string, string[]>(ids.map((id) => [id, []]));
  const missing = new Map<string, number>(ids.map((id) => [id, 0]));
  for (const { from, to } of forward) {
    targets.get(from)?.push(to);
    missing.set(to, (missing.get(to) ?? 0) + 1);
  }
  const begins = ids.filter((id) => missing.get(id) === 0);
  const layers = new Map<string, number>(begins.map((id) => [id, 0]));
  const ready = [...begins];
  for (let i = 0; i < ready.length; i++) {
    const id = ready[i] as string;
    const layer = layers.get(id) ?? 0;
    for (const to of targets.get(id) ?? []) {
      layers.set(to, Math.max(layers.get(to) ?? 0, layer + 1));
      missing.set(to, (missing.get(to) ?? 0) - 1);
      if (missing.get(to) === 0) ready.push(to);
    }
  }
  for (const id of begins.slice(begins[0] === ids[0] ? 1 : 0)) {
    const after = (targets.get(id) ?? []).map((to) => layers.get(to) ?? 0);
    if (after.length > 0) layers.set(id, Math.min(...after) - 1);
  }
  return layers;
}

/** Boxes that hang together, each group and its members in the order of `ids`. */
export function componentsOf(ids: readonly string[], lines: readonly Line[]): readonly (readonly string[])[] {
  const above = new Map<string, string>(ids.map((id) => [id, id]));
  const rootOf = (id: string): string => {
    let root = id;
    for (let up = above.get(root); up !== undefined && up !== root; up = above.get(root)) root = up;
    above.set(id, root);
    return root;
  };
  for (const { from, to } of lines) {
    if (above.has(from) && above.has(to)) above.set(rootOf(to), rootOf(from));
  }
  const parts = new Map<string, string[]>();
  for (const id of ids) {
    const root = rootOf(id);
    parts.set(root, [...(parts.get(root) ?? []), id]);
  }
  return [...parts.values()];
}
