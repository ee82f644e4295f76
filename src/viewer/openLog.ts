import type { Plan } from "../engine/plan.ts";
import { TimeTravel } from "../engine/TimeTravel.ts";
import { RunHistory } from "../runs/runHistory.ts";
import type { Damage } from "../transfer/readRunLog.ts";
import { readRunLog } from "../transfer/readRunLog.ts";
import type { LogArtifact, RunLogHeader } from "../transfer/runLogFormat.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** A run log that was read whole into memory, up to its last good tick. */
export interface OpenedLog {
  readonly header: RunLogHeader;
  /** Its ticks, and the state and the view after any of them: they were folded as they were read. */
  readonly travel: TimeTravel;
  /** What they say of its attempts. */
  readonly history: RunHistory;
  readonly artifacts: readonly LogArtifact[];
  readonly damage?: Damage;
}

export type OpenLog =
  | { readonly ok: true; readonly log: OpenedLog }
  /** For a person. */
  | { readonly ok: false; readonly message: string };

/** So long at most it reads before others have a turn, ms. */
const sliceMs = 60;

/** Reads, checks and folds a log, gzipped or not, each tick once. `breathe` is called between slices of that work. */
export async function openLog(
  chunks: AsyncIterable<Uint8Array>,
  breathe: (ticks: number) => Promise<void> = async () => {},
): Promise<OpenLog> {
  const artifacts: LogArtifact[] = [];
  let header: RunLogHeader | undefined;
  let folded: Folded | undefined;
  let until = performance.now() + sliceMs;
  for await (const part of readRunLog(chunks)) {
    switch (part.kind) {
      case "refused":
        return { ok: false, message: part.message };
      case "header":
        header = part.header;
        folded = emptyFold(part.plan, header.workflow);
        break;
      case "tick":
        folded?.history.add(part.tick, folded.travel.add(part.tick, part).effects);
        break;
      case "artifact":
        artifacts.push(part.artifact);
        break;
      case "intact":
      case "damaged": {
        if (header === undefined || folded === undefined) break;
        const kept = part.ticks < folded.travel.seq ? foldedUpTo(folded.travel, header.workflow, part.ticks) : folded;
        const damage = part.kind === "damaged" ? { damage: part.damage } : {};
        return { ok: true, log: { header, ...kept, artifacts, ...damage } };
      }
    }
    if (performance.now() < until) continue;
    await breathe(folded?.travel.seq ?? 0);
    until = performance.now() + sliceMs;
  }
  return { ok: false, message: "This file holds no run log." };
}

type Folded = Pick<OpenedLog, "travel" | "history">;

function emptyFold(plan: Plan, workflow: Workflow): Folded {
  return { travel: new TimeTravel(plan), history: new RunHistory((step) => findStep(workflow, step)?.emits?.done) };
}

/** What was read behind the last good tick never was. */
function foldedUpTo(travel: TimeTravel, workflow: Workflow, last: number): Folded {
  const kept = emptyFold(travel.plan, workflow);
  for (let seq = 1; seq <= last; seq++) {
    const tick = travel.tick(seq);
    if (tick !== undefined) kept.history.add(tick, kept.travel.add(tick).effects);
  }
  return kept;
}
