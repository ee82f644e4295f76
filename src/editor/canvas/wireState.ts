import type { Wire } from "../../workflow/wires.ts";
import { startNode } from "../../workflow/wires.ts";
import type { CanvasLive } from "./live.ts";

export type WireState = "idle" | "live" | "done";

/**
 * What a wire shows of a run: `live` while its target has work that may have come over it, `done` when its target
 * has worked. A wire whose source never ran stays idle, whatever its target does.
 */
export function wireState(wire: Wire, live: CanvasLive): WireState {
  const passed = live.passed?.[wire.id];
  if (live.passed !== undefined && wire.kind === "event" && (passed ?? 0) === 0) return "idle";
  const source = Object.hasOwn(live.steps, wire.from) ? live.steps[wire.from] : undefined;
  const target = Object.hasOwn(live.steps, wire.to) ? live.steps[wire.to] : undefined;
  const left = wire.from === startNode ? live.startedAt !== null : source !== undefined && source.lastOutcome !== null;
  if (!left || target === undefined) return "idle";
  if (target.status !== "not-running" || target.waiting > 0) return "live";
  return target.lastOutcome !== null ? "done" : "idle";
}
