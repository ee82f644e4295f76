import type { Wire } from "../../workflow/wires.ts";
import { startNode } from "../../workflow/wires.ts";
import type { CanvasLive, StepLive } from "./live.ts";

export type WireState = "idle" | "live" | "done" | "stopped";

/** Of a need that did not let the task run: it was not successful, and the task is skipped or blocked. */
function stopsTask(source: StepLive | undefined, target: StepLive | undefined): boolean {
  const from = source?.task;
  const to = target?.task;
  return (to === "skipped" || to === "blocked") && isEnd(from) && from !== "success";
}

function isEnd(task: StepLive["task"] | undefined): boolean {
  return task !== undefined && task !== null && task !== "pending" && task !== "ready" && task !== "running";
}

/** What a need shows: `live` when it is finished and the task is under way, `done` when the task has run. */
function needState(source: StepLive | undefined, target: StepLive | undefined): WireState {
  if (stopsTask(source, target)) return "stopped";
  if (!isEnd(source?.task) || target === undefined) return "idle";
  if (target.task === "ready" || target.task === "running" || target.status !== "not-running") return "live";
  return target.lastOutcome !== null && target.task !== "skipped" && target.task !== "blocked" ? "done" : "idle";
}

/**
 * What a wire shows of a run: `live` while its target has work that may have come over it, `done` when its target
 * has worked. A wire whose source never ran stays idle, whatever its target does.
 */
export function wireState(wire: Wire, live: CanvasLive): WireState {
  const passed = live.passed?.[wire.id];
  if (live.passed !== undefined && wire.kind === "event" && (passed ?? 0) === 0) return "idle";
  const source = Object.hasOwn(live.steps, wire.from) ? live.steps[wire.from] : undefined;
  const target = Object.hasOwn(live.steps, wire.to) ? live.steps[wire.to] : undefined;
  if (wire.kind === "needs") return needState(source, target);
  const left = wire.from === startNode ? live.startedAt !== null : source !== undefined && source.lastOutcome !== null;
  if (!left || target === undefined) return "idle";
  if (target.status !== "not-running" || target.waiting > 0) return "live";
  return target.lastOutcome !== null ? "done" : "idle";
}
