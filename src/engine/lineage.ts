import { ownEntry } from "./ownEntry.ts";
import { mergeTrails } from "./trail.ts";
import type { Lineage } from "./workItem.ts";

/** The lineage of a join: `base` with the trails of its members, and of each recovery count the highest. */
export function joinLineages(base: Lineage, members: readonly Lineage[]): Lineage {
  let { trail } = base;
  const recoveries: Record<string, number> = { ...base.recoveries };
  for (const member of members) {
    trail = mergeTrails(trail, member.trail);
    for (const name in member.recoveries) {
      recoveries[name] = Math.max(member.recoveries[name] ?? 0, ownEntry(recoveries, name) ?? 0);
    }
  }
  return { ...base, trail, recoveries };
}

/** The lineage of an event that handles a failure: the recovery is used up (R23). */
export function recovered(lineage: Lineage, name: string): Lineage {
  const count = ownEntry(lineage.recoveries, name) ?? 0;
  return { ...lineage, recoveries: { ...lineage.recoveries, [name]: count + 1 } };
}
