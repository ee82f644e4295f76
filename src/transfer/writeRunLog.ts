import { planWorkflow } from "../engine/plan.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { sha256Of } from "../workflow/sha256.ts";
import { artifactLine } from "./artifactLine.ts";
import { HashChain } from "./HashChain.ts";
import type { LogArtifact, RunLogEnd, RunLogHeader } from "./runLogFormat.ts";
import { stateHashOf } from "./stateHash.ts";

export interface RunLog {
  readonly header: RunLogHeader;
  /** From the first one, in order. */
  readonly ticks: AsyncIterable<Tick> | Iterable<Tick>;
  readonly artifacts?: AsyncIterable<LogArtifact> | Iterable<LogArtifact>;
}

/**
 * The lines of a run log (`formats.md` §2), each with its break. The ticks are folded on the way, so that the state
 * hash at the end is of what a reader will replay. Throws when the ticks have a gap.
 */
export async function* writeRunLog({ header, ticks, artifacts = [] }: RunLog): AsyncGenerator<string> {
  const headerLine = JSON.stringify(header);
  yield `${headerLine}\n`;
  const plan = planWorkflow(header.workflow);
  let state = initialState(plan);
  const chain = new HashChain();
  const links: string[] = [];
  for await (const tick of ticks) {
    if (tick.seq !== links.length + 1) throw new Error(`Tick ${links.length + 1} is missing; ${tick.seq} came instead`);
    state = reduce(plan, state, tick).state;
    const line = JSON.stringify(tick);
    chain.add(line);
    links.push(chain.short);
    yield `${line}\n`;
  }
  const artifactChain = new HashChain();
  for await (const artifact of artifacts) {
    const line = artifactLine(artifact);
    artifactChain.add(line);
    yield `${line}\n`;
  }
  const end: RunLogEnd = {
    ticks: links.length,
    state: stateHashOf(plan, state),
    chain: chain.value,
    links: links.join(""),
    artifacts: artifactChain.value,
    header: sha256Of(headerLine),
  };
  yield `${JSON.stringify({ end })}\n`;
}
