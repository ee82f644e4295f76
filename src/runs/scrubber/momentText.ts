import { formatCount } from "../../ui/format.ts";
import { clockTime } from "../clockTime.ts";
import type { RunHistory } from "../runHistory.ts";

/** `tick 214 of 1,032, 12:03:04.120`. */
export function momentText(history: Pick<RunHistory, "entries">, at: number, last: number): string {
  const tick = history.entries[at - 1]?.tick;
  return `tick ${formatCount(at)} of ${formatCount(last)}${tick === undefined ? "" : `, ${clockTime(tick.at)}`}`;
}
