import type { EventType } from "../workflow/workflow.ts";

/** What a buffer holds, counted, and which types that the step takes are not in it: `A ×2; no B yet`. */
export function bufferText(members: readonly EventType[], accepts: readonly EventType[]): string {
  const counts = new Map<EventType, number>();
  for (const type of members) counts.set(type, (counts.get(type) ?? 0) + 1);
  const held = [...counts].map(([type, count]) => (count > 1 ? `${type} ×${count}` : type));
  const missing = accepts.filter((type) => !counts.has(type));
  return `${held.join(", ")}${missing.length > 0 ? `; no ${missing.join(", ")} yet` : ""}`;
}
