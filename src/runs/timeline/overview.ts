import type { PlacedRow } from "./placement.ts";
import type { BarKind } from "./timelineBars.ts";
import type { Span } from "./viewport.ts";

/** A run in so many columns of equal time. */
export interface Overview {
  /** How many executions were busy at once at most, by column. */
  readonly busy: readonly number[];
  /** Whether something failed or is uncertain there. */
  readonly failed: readonly boolean[];
  /** Whether something waited for a person, an event or a retry there. */
  readonly waits: readonly boolean[];
  readonly most: number;
}

const working: ReadonlySet<BarKind> = new Set(["running", "success", "failure", "stopped", "uncertain"]);
const waiting: ReadonlySet<BarKind> = new Set(["waiting", "retry", "workspace"]);

/** The cost grows with bars and columns, not with their product. */
export function overviewOf(rows: readonly PlacedRow[], whole: Span, columns: number, now: number): Overview {
  const scale = columns / (whole.to - whole.from);
  const changes = new Array<number>(columns + 1).fill(0);
  const waits = new Array<number>(columns + 1).fill(0);
  const failed = new Array<boolean>(columns).fill(false);
  const columnOf = (at: number) => Math.max(0, Math.min(columns - 1, Math.floor((at - whole.from) * scale)));
  for (const { row } of rows) {
    for (const lane of row.lanes) {
      for (const { kind, from, to, open } of lane) {
        const [first, last] = [columnOf(from), columnOf(open ? Math.max(to, now) : to)];
        const into = working.has(kind) ? changes : waiting.has(kind) ? waits : undefined;
        if (into !== undefined) {
          into[first] = (into[first] ?? 0) + 1;
          into[last + 1] = (into[last + 1] ?? 0) - 1;
        }
        // A failure is a moment: that of its end.
        if (kind === "failure" || kind === "uncertain") failed[last] = true;
      }
    }
  }
  const busy = sums(changes, columns);
  return { busy, failed, waits: sums(waits, columns).map((count) => count > 0), most: Math.max(1, ...busy) };
}

function sums(changes: readonly number[], columns: number): number[] {
  const totals: number[] = [];
  let count = 0;
  for (let column = 0; column < columns; column++) {
    count += changes[column] ?? 0;
    totals.push(count);
  }
  return totals;
}
