import { advance } from "./advance.ts";
import { obeyCancel } from "./cancelling.ts";
import type { Draft } from "./draft.ts";
import { takeOver } from "./takingOver.ts";
import type { Tick } from "./tick.ts";
import { noLineage } from "./workItem.ts";

/** The first tick of a journal (R6): `Start` is routed, and tasks without needs are ready (T5). */
export function startRun(draft: Draft, tick: Extract<Tick, { kind: "run-started" }>): void {
  const { run } = draft;
  if (run.lifecycle !== "planned") return draft.ignore();
  run.lifecycle = "running";
  run.input = tick.input;
  run.store = tick.store ?? {};
  if (tick.breakpoints !== undefined) run.breaks = { ...tick.breakpoints, stopped: null, passes: null };
  if (run.cancel !== null) obeyCancel(draft);
  const taken = tick.takesOver === undefined ? [] : takeOver(draft, tick.takesOver);
  for (const { task } of draft.plan.root.tasks) if (task?.needs.length === 0) draft.decidable.add(task.rank);
  const start = { event: { type: "Start", data: tick.input }, lineage: noLineage, begins: true } as const;
  advance(draft, { events: [start, ...taken] });
}
