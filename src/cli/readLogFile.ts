import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type LogPart, readRunLog } from "../transfer/readRunLog.ts";
import { WrongUsage } from "./command.ts";

/** The parts of a run log on disk. Throws `WrongUsage` when there is no such file. */
export async function readLogFile(file: string): Promise<AsyncGenerator<LogPart>> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new WrongUsage(`There is no file ${file}.`);
  return readRunLog(createReadStream(file));
}

/** Exit code for a log that is not intact (`cli.md`). */
export const corrupt = 6;

/** `LOG:57: why`, as compilers write it. */
export function damageLine(file: string, part: Extract<LogPart, { kind: "damaged" | "refused" }>): string {
  return part.kind === "refused" ? `${file}: ${part.message}` : `${file}:${part.damage.line}: ${part.damage.message}`;
}
