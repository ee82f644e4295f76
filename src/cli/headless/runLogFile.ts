import { type FileHandle, open, rename, writeFile } from "node:fs/promises";
import type { Tick } from "../../engine/tick.ts";
import type { Journal } from "../../runtime/world.ts";
import type { LogArtifact, RunLogHeader } from "../../transfer/runLogFormat.ts";
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
  const handle = file === undefined ? undefined : await begin(file, content);
  return {
    journal: {
      async append(group) {
        const failure = handle && (await appendLines(handle, group.ticks, group.durability === "strict"));
        if (failure) return { ok: false, failure };
        ticks.push(...group.ticks);
        return { ok: true };
      },
      async read(seq) {
        const tick = ticks[seq - 1];
        if (!tick) throw new RangeError(`There is no tick ${seq}.`);
        return tick;
      },
    },
    async close() {
      if (file === undefined || !handle) return;
      await handle.close();
      await replaceFile(file, writeRunLog({ header: content.header, ticks, artifacts: content.artifacts }));
    },
  };
}

async function begin(file: string, { header, ticks }: RunLogContent): Promise<FileHandle> {
  const lines = [header, ...ticks].map((line) => `${JSON.stringify(line)}\n`);
  await replaceFile(file, lines);
  return open(file, "a");
}

/** All or nothing: a group that was written in part would be taken for ticks that happened. */
async function appendLines(handle: FileHandle, ticks: readonly Tick[], strict: boolean) {
  const { size } = await handle.stat();
  try {
    await handle.appendFile(ticks.map((tick) => `${JSON.stringify(tick)}\n`).join(""));
    if (strict) await handle.datasync();
    return undefined;
  } catch (error) {
    await handle.truncate(size).catch(() => undefined);
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: code === "ENOSPC" || code === "EDQUOT" ? "quota" : "other", message } as const;
  }
}

async function replaceFile(file: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const beside = `${file}.part`;
  await writeFile(beside, lines);
  await rename(beside, file);
}
