import { Zip, ZipDeflate } from "fflate";
import type { Answer } from "../protocol/answer.ts";
import type { ExportedFile, SecretsChecked } from "../protocol/exports.ts";
import { writeRunLog } from "../transfer/writeRunLog.ts";
import { done, refuse } from "./answers.ts";
import { checkLogsForSecrets, type PlainLog } from "./checkForSecrets.ts";
import { logOf } from "./exportLog.ts";
import { gather } from "./gather.ts";
import type { TabContext } from "./tabContext.ts";

/** Runs whose logs are read beside each other, and looked through for secrets at once: most logs are short. */
const atOnce = 16;

/** What is compressed at once: bytes, or the characters of a shorter log. */
const chunkLength = 1_000_000;

/** The logs of these runs in one zip, each under the name and number of its run. */
export async function exportRuns(
  tab: TabContext,
  ids: readonly string[],
  progress?: MessagePort,
): Promise<Answer<ExportedFile>> {
  let stopped = false;
  progress?.addEventListener("message", ({ data }) => {
    stopped ||= data === "stop";
  });
  progress?.start();
  const pieces = createPieces();
  let failed: unknown;
  const zip = new Zip((error, chunk) => {
    if (error) failed ??= error;
    else pieces.add(new Uint8Array(chunk));
  });
  const names = new Set<string>();
  let secrets: SecretsChecked = { kind: "no-runner" };
  for (let first = 0; first < ids.length; first += atOnce) {
    if (stopped) return refuse("refused", "The export was stopped. There is no file.");
    const group = ids.slice(first, first + atOnce);
    const logs: PlainLog[] = [];
    for (const log of await Promise.all(group.map((id) => plainLog(tab, id)))) {
      if (!log.ok) return log;
      logs.push(log.value);
    }
    const checked = await checkLogsForSecrets(tab, logs);
    if (!checked.ok) return checked;
    // What could not be checked of one cannot be said of all.
    if (secrets.kind !== "unchecked") secrets = checked.value;
    for (const [index, log] of logs.entries()) {
      const id = group[index] ?? "";
      const run = tab.library.runOf(id);
      const entry = new ZipDeflate(entryName(run ? `${run.name} ${run.number}` : id, names));
      // Zip has no earlier date; the log says when the run was.
      entry.mtime = Math.max(run?.createdAt ?? 0, Date.UTC(1980, 0, 2));
      zip.add(entry);
      for await (const bytes of bytesOf(log)) entry.push(bytes);
      entry.push(new Uint8Array(), true);
    }
    progress?.postMessage(Math.min(first + atOnce, ids.length));
  }
  zip.end();
  if (failed !== undefined) throw failed;
  return done({ file: pieces.whole("application/zip"), secrets, notes: [] });
}

/** A file that the browser holds. A piece of it costs more than its bytes: small ones are put together first. */
function createPieces() {
  const parts: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const cut = () => {
    parts.push(new Blob(waiting));
    waiting = [];
    length = 0;
  };
  return {
    add(bytes: Uint8Array<ArrayBuffer>): void {
      waiting.push(bytes);
      length += bytes.length;
      if (length >= chunkLength) cut();
    },
    whole(type: string): Blob {
      cut();
      return new Blob(parts, { type });
    },
  };
}

/** A short log stays a text: the browser takes longer for a file than for all that is in it. */
async function plainLog(tab: TabContext, id: string): Promise<Answer<PlainLog>> {
  const log = await logOf(tab, id);
  if (!log.ok) return log;
  const texts = writeRunLog(log.value);
  let begin = "";
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    begin += next.value;
    if (begin.length > chunkLength) return done(await gather(joined(begin, texts), tab.defer));
  }
  return done(begin);
}

async function* joined(begin: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield begin;
  yield* rest;
}

async function* bytesOf(log: PlainLog): AsyncGenerator<Uint8Array> {
  if (typeof log === "string") return yield new TextEncoder().encode(log);
  for (let at = 0; at < log.size; at += chunkLength)
    yield new Uint8Array(await log.slice(at, at + chunkLength).arrayBuffer());
}

function entryName(name: string, taken: Set<string>): string {
  const safe = name.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-").slice(0, 100);
  for (let count = 1; ; count++) {
    const entry = `${safe}${count === 1 ? "" : ` (${count})`}.runlog.jsonl`;
    if (taken.has(entry)) continue;
    taken.add(entry);
    return entry;
  }
}
