import type { Plan } from "../engine/plan.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { Damage } from "../transfer/readRunLog.ts";
import { readRunLog } from "../transfer/readRunLog.ts";
import type { LogArtifact, RunLogHeader } from "../transfer/runLogFormat.ts";

/** A run log that was read whole into memory, up to its last good tick. */
export interface OpenedLog {
  readonly header: RunLogHeader;
  readonly plan: Plan;
  readonly ticks: readonly Tick[];
  /** Behind the last of them. */
  readonly state: RunState;
  readonly artifacts: readonly LogArtifact[];
  readonly damage?: Damage;
}

export type OpenLog =
  | { readonly ok: true; readonly log: OpenedLog }
  /** For a person. */
  | { readonly ok: false; readonly message: string };

/** Reads and checks a log, gzipped or not. `onTicks` hears how far it is. */
export async function openLog(
  chunks: AsyncIterable<Uint8Array>,
  onTicks: (ticks: number) => void = () => {},
): Promise<OpenLog> {
  const ticks: Tick[] = [];
  const states: RunState[] = [];
  const artifacts: LogArtifact[] = [];
  let opened: { readonly header: RunLogHeader; readonly plan: Plan } | undefined;
  for await (const part of readRunLog(chunks)) {
    switch (part.kind) {
      case "refused":
        return { ok: false, message: part.message };
      case "header":
        opened = part;
        break;
      case "tick":
        ticks.push(part.tick);
        // States share what did not change; only damage asks for an earlier one.
        states.push(part.state);
        if (ticks.length % 1_000 === 0) onTicks(ticks.length);
        break;
      case "artifact":
        artifacts.push(part.artifact);
        break;
      case "intact":
      case "damaged": {
        if (opened === undefined) break;
        const { header, plan } = opened;
        return {
          ok: true,
          log: {
            header,
            plan,
            ticks: ticks.slice(0, part.ticks),
            state: states[part.ticks - 1] ?? initialState(plan),
            artifacts,
            ...(part.kind === "damaged" && { damage: part.damage }),
          },
        };
      }
    }
  }
  return { ok: false, message: "This file holds no run log." };
}
