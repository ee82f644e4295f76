import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import type { Tick } from "../../engine/tick.ts";
import type { Artifact } from "../../runtime/takeOut.ts";
import type { Journal } from "../../runtime/world.ts";
import { artifactLine } from "../../transfer/artifactLine.ts";
import { type LogArtifact, type RunLogHeader, valueMediaType } from "../../transfer/runLogFormat.ts";
import { writeRunLog } from "../../transfer/writeRunLog.ts";

/** The journal of one run as a file that grows, and the whole log when it closes. */
export interface RunLogFile {
  readonly journal: Journal;
  /** Writes the end of the log, which makes it one that can be checked. */
  close(): Promise<void>;
}

export interface RunLogContent {
  readonly header: RunLogHeader;
  readonly ticks: readonly Tick[];
  readonly artifacts: readonly LogArtifact[];
}

/**
 * Begins the file with what there is already; without a file everything stays in memory. While the run goes on the
 * file has no end, which `resume` understands as a process that died.
 */
export async function openRunLog(file: string | undefined, content: RunLogContent): Promise<RunLogFile> {
  const ticks = [...content.ticks];
  const artifacts = [...content.artifacts];
  /** Bytes of the large values that ticks name, by digest; those that a log left out are missing. */
  const values = new Map<string, Uint8Array>();
  for (const { digest, data } of artifacts) if (data !== undefined) values.set(digest, data);
  const handle = file === undefined ? undefined : await begin(file, content);
  return {
    journal: {
      async append(group) {
        const fresh = (group.artifacts ?? []).filter(({ digest }) => !values.has(digest)).map(toLogArtifact);
        // A value stands in the file before the tick that names it.
        const lines = [...fresh.map(artifactLine), ...group.ticks.map((tick) => JSON.stringify(tick))];
        const failure = handle && (await appendLines(handle, lines, group.durability === "strict"));
        if (failure) return { ok: false, failure };
        for (const artifact of fresh) values.set(artifact.digest, artifact.data);
        artifacts.push(...fresh);
        ticks.push(...group.ticks);
        return { ok: true };
      },
      async read(seq) {
        const tick = ticks[seq - 1];
        if (!tick) throw new RangeError(`There is no tick ${seq}.`);
        return tick;
      },
      async artifact(digest) {
        const data = values.get(digest);
        if (!data) throw new Error(missingValue(digest));
        return new TextDecoder().decode(data);
      },
    },
    async close() {
      if (file === undefined || !handle) return;
      await handle.close();
      await replaceFile(file, writeRunLog({ header: content.header, ticks, artifacts }));
    },
  };
}

async function begin(file: string, { header, ticks, artifacts }: RunLogContent): Promise<FileHandle> {
  const lines = [JSON.stringify(header), ...artifacts.map(artifactLine), ...ticks.map((tick) => JSON.stringify(tick))];
  await replaceFile(
    file,
    lines.map((line) => `${line}\n`),
  );
  return open(file, "a");
}

/** All or nothing: a group that was written in part would be taken for ticks that happened. */
async function appendLines(handle: FileHandle, lines: readonly string[], strict: boolean) {
  const { size } = await handle.stat();
  try {
    await handle.appendFile(lines.map((line) => `${line}\n`).join(""));
    if (strict) await handle.datasync();
    return undefined;
  } catch (error) {
    await handle.truncate(size).catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: code === "ENOSPC" || code === "EDQUOT" ? "quota" : "other", message } as const;
  }
}

function toLogArtifact({ digest, bytes, text }: Artifact) {
  return { digest, mediaType: valueMediaType, bytes, data: new TextEncoder().encode(text) };
}

/** Why a value cannot be read, and what to do. */
export function missingValue(digest: string): string {
  return `The value ${digest.slice(0, 19)}… was left out of this log. Export the log again with its values, and continue that.`;
}

async function replaceFile(file: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const beside = `${file}.part`;
  try {
    await writeFile(beside, lines);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}
