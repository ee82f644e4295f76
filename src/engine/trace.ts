import { assertNever } from "../workflow/assertNever.ts";
import type { Notice } from "./notice.ts";

/** One line of the trace (`scenarios.md`, The trace). */
export function traceLine(notice: Notice): string {
  switch (notice.kind) {
    case "preparing":
      return words("preparing", notice.step, notice.event);
    case "running":
      return words(
        "running",
        `${notice.step}#${notice.worker}`,
        notice.event,
        notice.attempt > 1 ? `attempt ${notice.attempt}` : undefined,
      );
    case "not-running":
      return words("not-running", `${notice.step}#${notice.worker}`, notice.why, arrow(notice.returned));
    case "skipped":
    case "blocked":
      return words(notice.kind, notice.step);
    case "publish":
      return words("publish", notice.event.type);
    case "parked":
      return words("parked", notice.step, notice.event || undefined);
    case "unhandled":
      return words("unhandled", notice.type, notice.to === undefined ? undefined : `for ${notice.to}`);
    case "timer":
      return words("timer", notice.what, String(notice.at));
    case "stale":
      return words("stale", `${notice.step}#${notice.worker}`);
    case "ignored":
      return words("ignored", notice.tick);
    case "batch":
      return words("batch", notice.step, notice.change, String(notice.members));
    case "idle":
      return "idle";
    case "lifecycle":
      return words("lifecycle", notice.lifecycle);
    case "end":
      return words("end", notice.outcome, endDetail(notice));
    default:
      return assertNever(notice);
  }
}

/** The result of a run as compact JSON; of a blocked one, which has none, why. */
function endDetail(end: Extract<Notice, { kind: "end" }>): string | undefined {
  if (end.result !== undefined) return JSON.stringify(end.result);
  return end.outcome === "blocked" ? end.reason : undefined;
}

function arrow(returned: string | number | undefined): string | undefined {
  if (returned === undefined) return undefined;
  return typeof returned === "number" ? `-> [${returned}]` : `-> ${returned}`;
}

function words(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" ");
}
