import type { Plan } from "../engine/plan.ts";
import { stateHashFormat } from "../engine/projectState.ts";
import { reduce } from "../engine/reduce.ts";
import { initialState, type RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import { isObject } from "../workflow/parse/shape.ts";
import { parseArtifact } from "./artifactLine.ts";
import { HashChain } from "./HashChain.ts";
import { problemsOfTick } from "./parseTick.ts";
import type { Line } from "./readLines.ts";
import type { LogPart } from "./readRunLog.ts";
import { linkLength, type RunLogEnd } from "./runLogFormat.ts";
import { knowsStateHash, stateHashOf } from "./stateHash.ts";

/** Reads what stands behind the header, line by line, and knows at the end whether it all agrees. */
export class LogReader {
  private readonly plan: Plan;
  private readonly headerHash: string;
  private state: RunState;
  private readonly chain = new HashChain();
  private readonly artifactChain = new HashChain();
  private readonly links: string[] = [];
  private phase: "ticks" | "artifacts" | "ended" = "ticks";
  /** Of the line that was taken last. */
  private line = 1;
  private verdict: LogPart | undefined;
  /** The first tick that stands behind an artifact: so it is only in a log that is still being written. */
  private outOfPlace: { readonly line: number; readonly ticks: number } | undefined;

  constructor(plan: Plan, headerHash: string) {
    this.plan = plan;
    this.headerHash = headerHash;
    this.state = initialState(plan);
  }

  /** What a line tells; a damage ends the reading. */
  take(line: Line): LogPart | undefined {
    this.line++;
    if (line.kind === "unreadable") return this.damaged(line.message);
    if (this.phase === "ended")
      return line.text === "" ? undefined : this.damaged("There is more behind the end of the log.");
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch {
      return this.damaged(whyUnreadable(line));
    }
    if (!isWritten(value, line.text)) {
      return this.damaged("This line was changed: Tickwork writes the same value in another way.");
    }
    if (!isObject(value)) return this.damaged("This line is no tick.");
    if (Object.hasOwn(value, "end")) return this.takeEnd(value.end);
    if (Object.hasOwn(value, "artifact")) return this.takeArtifact(value.artifact, line.text);
    return this.takeTick(value, line.text);
  }

  /** The last part, when no line is left. */
  end(): LogPart {
    if (this.verdict) return this.verdict;
    this.line++;
    return this.damaged(`The end of the log is missing: it was cut off behind tick ${this.links.length}.`);
  }

  private takeTick(value: Readonly<Record<string, unknown>>, text: string): LogPart {
    const expected = this.links.length + 1;
    if (this.phase !== "ticks") this.outOfPlace ??= { line: this.line, ticks: this.links.length };
    if (value.seq !== expected) return this.damaged(whyOutOfOrder(value.seq, expected));
    const [problem] = problemsOfTick(value);
    if (problem) return this.damaged(`Tick ${expected} was changed: ${problem.message}`);
    const tick = value as unknown as Tick;
    try {
      const { state, effects } = reduce(this.plan, this.state, tick);
      this.state = state;
      this.chain.add(text);
      this.links.push(this.chain.short);
      return { kind: "tick", tick, state, effects };
    } catch (error) {
      return this.damaged(
        `Tick ${expected} does not fit the run: ${error instanceof Error ? error.message : "it cannot be replayed"}.`,
      );
    }
  }

  private takeArtifact(value: unknown, text: string): LogPart {
    this.phase = "artifacts";
    this.artifactChain.add(text);
    const artifact = parseArtifact(value);
    return typeof artifact === "string" ? this.damaged(artifact) : { kind: "artifact", artifact };
  }

  private takeEnd(value: unknown): undefined {
    this.phase = "ended";
    this.verdict = this.judge(value);
    return undefined;
  }

  private judge(value: unknown): LogPart {
    if (this.outOfPlace) {
      const { line, ticks } = this.outOfPlace;
      return {
        kind: "damaged",
        ticks,
        damage: { line, message: "A tick stands behind the artifacts: lines were reordered." },
      };
    }
    if (!isEnd(value)) return this.damaged("The end of the log cannot be read.");
    const read = this.links.length;
    const changed = this.links.findIndex((link, i) => value.links.slice(i * linkLength, (i + 1) * linkLength) !== link);
    if (value.ticks !== read) {
      return this.damaged(
        `The log should have ${value.ticks} ticks and has ${read}: lines were lost or added before the end.`,
      );
    }
    if (changed >= 0 && value.chain !== this.chain.value) {
      const damage = { line: changed + 2, message: `Tick ${changed + 1} was changed after the log was written.` };
      return { kind: "damaged", ticks: changed, damage };
    }
    if (value.chain !== this.chain.value || changed >= 0) {
      return this.damaged("The chain at the end does not fit the ticks.");
    }
    if (value.header !== this.headerHash) {
      const damage = { line: 1, message: "The first line was changed after the log was written." };
      return { kind: "damaged", ticks: read, damage };
    }
    if (value.artifacts !== this.artifactChain.value) {
      return this.damaged(
        "The artifacts are not those that the end of the log counts: a line was changed, lost or added.",
      );
    }
    if (!knowsStateHash(value.state)) {
      const known = `${stateHashFormat}, the only one that this version of Tickwork computes`;
      return this.damaged(`The state hash ${value.state.split(":", 1)[0]} is not ${known}.`);
    }
    if (value.state !== stateHashOf(this.plan, this.state)) {
      return this.damaged("Replaying the ticks gives another state than the end of the log records.");
    }
    return { kind: "intact", ticks: read, chain: this.chain.value };
  }

  private damaged(message: string): LogPart {
    this.verdict = { kind: "damaged", ticks: this.links.length, damage: { line: this.line, message } };
    return this.verdict;
  }
}

function whyUnreadable(line: Exclude<Line, { kind: "unreadable" }>): string {
  if (line.kind === "rest") return "The file is cut off inside this line.";
  const [finding] = readJsonText(line.text).findings;
  return `This line is no JSON any more (column ${finding?.column ?? 1}): ${finding?.message ?? "it cannot be read."}`;
}

function whyOutOfOrder(found: unknown, expected: number): string {
  if (typeof found !== "number") return "This line is no tick.";
  return found > expected
    ? `Tick ${expected} is missing; tick ${found} stands here: lines were lost or reordered.`
    : `Tick ${found} stands here where tick ${expected} should: lines were repeated or reordered.`;
}

/** Whether we would write the value so. What is not, like a number that was rounded, was written by somebody else. */
function isWritten(value: unknown, text: string): boolean {
  // `JSON.stringify` escapes lone surrogates, so the text would agree.
  return JSON.stringify(value) === text && !(text.includes("\\ud") && readJsonText(text).findings.length > 0);
}

function isEnd(value: unknown): value is RunLogEnd {
  return (
    isObject(value) &&
    typeof value.ticks === "number" &&
    ["state", "chain", "links", "artifacts", "header"].every((key) => typeof value[key] === "string")
  );
}
