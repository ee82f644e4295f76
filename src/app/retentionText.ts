import type { Retention } from "../protocol/runList.ts";
import { plural } from "../ui/format.ts";

const most = 1_000_000;

/** The rule that two fields ask for, or what is wrong with them. An empty field asks for nothing. */
export function retentionIn(keepLast: string, days: string): Retention | string {
  const runs = countIn(keepLast);
  const age = countIn(days);
  if (runs === null || age === null) return "Write whole numbers, or leave a field empty.";
  return { ...(runs !== undefined && { keepLast: runs }), ...(age !== undefined && { days: age }) };
}

function countIn(text: string): number | undefined | null {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^\d{1,7}$/.test(trimmed) && Number(trimmed) <= most ? Number(trimmed) : null;
}

/** What holds now, in a sentence. */
export function retentionText({ keepLast, days }: Retention): string {
  if (keepLast === undefined && days === undefined) return "Runs stay until you delete them.";
  const last = keepLast === undefined ? null : `the newest ${plural(keepLast, "run")} of each workflow`;
  const young = days === undefined ? null : `what is younger than ${plural(days, "day")}`;
  return `Kept: ${[last, young].filter((part) => part !== null).join(", and ")}; older runs are deleted by themselves.`;
}
