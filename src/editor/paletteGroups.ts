import { kinds, stepKinds } from "../workflow/kinds.ts";
import type { StepKind } from "../workflow/workflow.ts";

export interface PaletteGroup {
  readonly title: string;
  readonly kinds: readonly StepKind[];
}

const groups: readonly PaletteGroup[] = [
  { title: "Think", kinds: ["code", "transform", "branch", "fan-out", "join"] },
  { title: "Do", kinds: ["command", "http", "file", "agent"] },
  { title: "People and time", kinds: ["ask", "delay"] },
  { title: "Structure", kinds: ["workflow", "stop"] },
];

/** What this version can run; the others are drawn and kept, but not offered. */
export function isOffered(kind: StepKind): boolean {
  return kinds[kind].available === "now";
}

/** The kinds to offer for a search text, in groups; empty groups are left out. */
export function paletteGroups(search: string): readonly PaletteGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (kind: StepKind) => {
    const text = `${kind} ${kinds[kind].title} ${kinds[kind].about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const grouped = new Set(groups.flatMap((group) => group.kinds));
  const rest = stepKinds.filter((kind) => !grouped.has(kind));
  return [...groups, { title: "More", kinds: rest }]
    .map((group) => ({ ...group, kinds: group.kinds.filter((kind) => isOffered(kind) && matches(kind)) }))
    .filter((group) => group.kinds.length > 0);
}
