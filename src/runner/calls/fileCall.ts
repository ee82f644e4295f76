import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { CallResult, FileCall, FileEntry } from "../../protocol/runnerCalls.ts";
import { syncFolder, temporaryName } from "../atomicFile.ts";
import { CallFailed } from "./callWorld.ts";
import { existingPlace, explained, type FileRules, placeToWrite, refusedPath } from "./filePlace.ts";

/** Most names in one list. */
const mostEntries = 10_000;

/** Reads, writes or lists inside a workspace; what was asked for has its access. */
export async function carryOutFile(
  call: FileCall,
  rules: FileRules,
  fill: (text: string) => string,
): Promise<CallResult> {
  const { path, encoding = "utf8" } = call;
  try {
    switch (call.operation) {
      case "read":
        return await read(path, await existingPlace(path, rules), encoding, call.maxOutputBytes);
      case "list":
        return await list(path, await existingPlace(path, rules));
      case "write":
        return await write(path, bytesOf(path, fill(call.content ?? ""), encoding), rules);
    }
  } catch (error) {
    throw explained(path, error);
  }
}

async function read(path: string, place: string, encoding: "utf8" | "base64", maxBytes: number): Promise<CallResult> {
  // Without waiting: a pipe that nobody writes to would be waited for, for ever.
  const file = await open(place, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw refusedPath(path, "is a folder. List it, or name a file in it.");
    if (!found.isFile()) throw refusedPath(path, "is no ordinary file.");
    const tooLarge = (): CallFailed =>
      new CallFailed({
        code: "too-large",
        message: `"${path}" is longer than the ${maxBytes} bytes that this step keeps. Raise its maxOutputBytes.`,
      });
    if (found.size > maxBytes) throw tooLarge();
    const bytes = await file.readFile();
    if (bytes.length > maxBytes) throw tooLarge();
    return {
      kind: "read",
      path,
      bytes: bytes.length,
      encoding,
      content: textOf(path, bytes, encoding),
      digest: digest(bytes),
    };
  } finally {
    await file.close();
  }
}

function textOf(path: string, bytes: Buffer, encoding: "utf8" | "base64"): string {
  if (encoding === "base64") return bytes.toString("base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CallFailed({ code: "not-text", message: `"${path}" is no UTF-8 text. Read it as bytes.` });
  }
}

function bytesOf(path: string, content: string, encoding: "utf8" | "base64"): Buffer {
  if (encoding === "utf8") return Buffer.from(content);
  const plain = content.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.length % 4 !== 0) {
    throw new CallFailed({ code: "not-text", message: `What is to be written to "${path}" is no base64.` });
  }
  return Buffer.from(plain, "base64");
}

/** The old or the whole new content, whatever happens. Mode and owner of an old file stay as far as they can. */
async function write(path: string, bytes: Buffer, rules: FileRules): Promise<CallResult> {
  const target = await placeToWrite(path, rules);
  const old = await stat(target).catch(() => undefined);
  const temporary = join(dirname(target), `.${basename(temporaryName(target))}`);
  try {
    const file = await open(temporary, "wx", old === undefined ? 0o666 : old.mode & 0o777);
    try {
      await file.writeFile(bytes);
      if (old !== undefined) await file.chmod(old.mode & 0o777);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(target));
  return { kind: "written", path, bytes: bytes.length, digest: digest(bytes) };
}

/** Removes what a killed runner left half-written beside the file of a call; the file itself is never touched. */
export async function sweepWrite({ path }: FileCall, rules: FileRules): Promise<void> {
  const target = await existingPlace(path, rules).catch(() => existingFolderOf(path, rules));
  if (target === undefined) return;
  const begin = `.${basename(target)}.`;
  for (const name of await readdir(dirname(target))) {
    if (name.startsWith(begin) && /^\d+-\d+\.tmp$/.test(name.slice(begin.length))) {
      await unlink(join(dirname(target), name)).catch(() => {});
    }
  }
}

/** Where a file would stand that does not exist yet; `undefined` when its folder is not there either. */
async function existingFolderOf(path: string, rules: FileRules): Promise<string | undefined> {
  const folder = await existingPlace(dirname(path), rules).catch(() => undefined);
  return folder === undefined ? undefined : join(folder, basename(path));
}

async function list(path: string, place: string): Promise<CallResult> {
  if (!(await stat(place)).isDirectory()) throw refusedPath(path, "is no folder. Read it instead.");
  const names = (await readdir(place)).sort();
  if (names.length > mostEntries) {
    const message = `"${path}" holds ${names.length} names; at most ${mostEntries} are listed.`;
    throw new CallFailed({ code: "too-large", message });
  }
  const entries = await Promise.all(names.map((name) => entryOf(place, name)));
  return { kind: "listed", path, entries: entries.filter((entry) => entry !== undefined) };
}

/** A link is listed as a link, wherever it leads. */
async function entryOf(folder: string, name: string): Promise<FileEntry | undefined> {
  const found = await lstat(join(folder, name)).catch(() => undefined);
  if (found === undefined) return undefined;
  const modified = Math.round(found.mtimeMs);
  if (found.isFile()) return { name, type: "file", bytes: found.size, modified };
  return { name, type: found.isDirectory() ? "folder" : "other", modified };
}

function digest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
