import type { AttemptCompletion, AttemptState, KeptOutput, OutputStream } from "../protocol/runnerApi.ts";
import { assertNever } from "../workflow/assertNever.ts";
import type { ExitedRecord } from "./host/hostMessages.ts";
import { keptText } from "./host/keptText.ts";
import { treeIsEmpty } from "./host/processTree.ts";
import { type LedgerEntry, readKept } from "./ledger.ts";

/** SHA-256 of nothing. */
const noOutput: KeptOutput = {
  text: "",
  observedBytes: 0,
  keptBytes: 0,
  digest: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
};

/**
 * What the files of an attempt say, without reading its output. `held`: it is over, but processes of it are still there
 * and keep its workspace; they are looked at again each time, so that the uncertainty ends with them.
 */
export function ledgerPhase(entry: LedgerEntry, boot: string): "unspawned" | "spawned" | "held" | "over" {
  const { accepted, running, exited, ended, damaged } = entry;
  if (exited !== undefined) {
    const group = running?.boot === boot ? running.pid : undefined;
    const key = accepted?.key;
    return exited.uncertain !== undefined && group !== undefined && !treeIsEmpty({ group, key }) ? "held" : "over";
  }
  if (ended !== undefined)
    return ended.end === "uncertain" && !treeIsEmpty({ group: ended.group, key: accepted?.key }) ? "held" : "over";
  if (damaged || accepted === undefined) return "over";
  return running === undefined ? "unspawned" : "spawned";
}

/** The state of an attempt that is over or held, from its files; `undefined` when it is not, or nothing is known of it. */
export function terminalState(files: string, entry: LedgerEntry, boot: string): AttemptState | undefined {
  const { accepted, exited, ended } = entry;
  const isHeld = ledgerPhase(entry, boot) === "held";
  if (exited !== undefined) {
    const completion = completionOf(files, exited, accepted?.waited ?? 0);
    return isHeld
      ? { state: "cleanup-uncertain", cause: exited.uncertain ?? "", completion }
      : { state: "exited", completion };
  }
  if (ended === undefined) {
    return entry.damaged ? { state: "lost", cause: "A file of the ledger is damaged." } : undefined;
  }
  switch (ended.end) {
    case "sealed":
      return { state: "sealed" };
    case "lost":
      return { state: "lost", cause: ended.cause };
    case "uncertain":
      return { state: isHeld ? "cleanup-uncertain" : "lost", cause: ended.cause };
    case "unspawned":
      return {
        state: "exited",
        completion: {
          exit: ended.exit,
          ...(ended.message !== undefined && { message: ended.message }),
          ...(ended.denied && { denied: ended.denied }),
          stdout: noOutput,
          stderr: noOutput,
          started: ended.at,
          ended: ended.at,
          waited: ended.waited,
        },
      };
    default:
      return assertNever(ended);
  }
}

function completionOf(files: string, exited: ExitedRecord, waited: number): AttemptCompletion {
  const text = (stream: OutputStream): KeptOutput => keptText(readKept(files, stream), exited[stream]);
  return {
    exit: exited.exit,
    ...(exited.message !== undefined && { message: exited.message }),
    stdout: text("stdout"),
    stderr: text("stderr"),
    started: exited.started,
    ended: exited.ended,
    waited,
    program: exited.program,
  };
}
