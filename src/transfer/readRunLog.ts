import type { Effect } from "../engine/effect.ts";
import { type Plan, planWorkflow } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { sha256Of } from "../workflow/sha256.ts";
import { LogReader } from "./LogReader.ts";
import { parseHeader } from "./parseHeader.ts";
import { type Chunks, type Line, readLines } from "./readLines.ts";
import type { LogArtifact, RunLogHeader } from "./runLogFormat.ts";

/** Where a log is not as it was written. */
export interface Damage {
  /** 1-based. */
  readonly line: number;
  /** What is wrong there, for a person, without the line number. */
  readonly message: string;
}

/** What reading a log tells, in this order: one header, ticks, artifacts, and one last part. */
export type LogPart =
  | { readonly kind: "header"; readonly header: RunLogHeader; readonly plan: Plan }
  /** `state`: behind the tick. `effects`: what it caused, the notices of its trace among them. */
  | { readonly kind: "tick"; readonly tick: Tick; readonly state: RunState; readonly effects: readonly Effect[] }
  | { readonly kind: "artifact"; readonly artifact: LogArtifact }
  /** Last: everything agrees. `chain` is over all ticks. */
  | { readonly kind: "intact"; readonly ticks: number; readonly chain: string }
  /** Last: only the first `ticks` of the ticks told count; nothing of it may be stored or continued. */
  | { readonly kind: "damaged"; readonly ticks: number; readonly damage: Damage }
  /** The only part: this cannot be opened at all. */
  | {
      readonly kind: "refused";
      readonly code: "empty" | "not-a-log" | "newer-format" | "damaged";
      readonly message: string;
    };

/**
 * Reads a run log as a stream, gzipped or not, folds it, and checks order, gaps, the chain, artifacts and the state.
 * An edited line may be found only by the chain at the end: what the last part says stands above the parts before.
 */
export async function* readRunLog(chunks: Chunks): AsyncGenerator<LogPart> {
  const lines = readLines(chunks);
  const first = await lines.next();
  const opened = open(first.done ? undefined : first.value);
  yield opened.part;
  const { reader } = opened;
  if (reader === undefined) return;
  for await (const line of lines) {
    const part = reader.take(line);
    if (part) yield part;
    if (part?.kind === "damaged") return;
  }
  yield reader.end();
}

function open(line: Line | undefined): { readonly part: LogPart; readonly reader?: LogReader } {
  if (line?.kind === "unreadable") return { part: { kind: "refused", code: "damaged", message: line.message } };
  if (line === undefined || line.text.trim() === "") {
    return { part: { kind: "refused", code: "empty", message: "The file is empty. Choose a *.runlog.jsonl file." } };
  }
  const read = parseHeader(line.text);
  if (!read.ok) return { part: { kind: "refused", code: read.code, message: read.message } };
  const plan = planWorkflow(read.header.workflow);
  return { part: { kind: "header", header: read.header, plan }, reader: new LogReader(plan, sha256Of(line.text)) };
}
