import { lstat, mkdir, realpath } from "node:fs/promises";
import { dirname, join, posix, win32 } from "node:path";
import { isMissing } from "../atomicFile.ts";
import { contains, type Workspace } from "../workspaces.ts";
import { CallFailed } from "./callWorld.ts";

/** Folders of the runner's own that no file step reaches, although the workspace may lie around them. */
export interface FileRules {
  readonly workspace: Workspace;
  readonly dataFolder: string;
}

/**
 * The real path of what is there under a workspace's path, with links resolved. Throws `CallFailed` for what leads out
 * of the workspace and for what does not exist.
 */
export async function existingPlace(path: string, rules: FileRules): Promise<string> {
  try {
    return inside(path, await realpath(wantedPath(path, rules)), rules);
  } catch (error) {
    throw explained(path, error);
  }
}

/** The real path where a file is to be written; folders on the way are made. A link that leads out is refused. */
export async function placeToWrite(path: string, rules: FileRules): Promise<string> {
  const wanted = wantedPath(path, rules);
  if (wanted === rules.workspace.path) throw refusedPath(path, "is the workspace itself.");
  try {
    // Checked before a folder is made: not even an empty one may come to be outside.
    inside(path, await nearestFolder(dirname(wanted)), rules);
    await mkdir(dirname(wanted), { recursive: true });
    const folder = inside(path, await realpath(dirname(wanted)), rules);
    const target = join(folder, posix.basename(wanted.replaceAll("\\", "/")));
    const found = await lstat(target).catch(absent);
    if (found === undefined || found.isFile()) return inside(path, target, rules);
    if (found.isSymbolicLink()) return inside(path, await realpath(target), rules);
    throw refusedPath(path, found.isDirectory() ? "is a folder." : "is no ordinary file.");
  } catch (error) {
    throw explained(path, error);
  }
}

function wantedPath(path: string, { workspace }: FileRules): string {
  const parts = path.split(/[/\\]/);
  if (posix.isAbsolute(path) || win32.isAbsolute(path) || /^[A-Za-z]:/.test(path)) {
    throw refusedPath(path, "must be relative to its workspace.");
  }
  if (parts.includes("..")) throw refusedPath(path, "must not hold `..`.");
  if (path.includes("\0")) throw refusedPath(path.replaceAll("\0", "␀"), "holds a character that no path can have.");
  // Windows opens `CON`, `name:stream` and `name.` as something else.
  if (
    process.platform === "win32" &&
    parts.some((part) => /[:*?"<>|]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) && part !== ".")
  ) {
    throw refusedPath(path, "holds a name that Windows takes for something else.");
  }
  return join(workspace.path, ...parts);
}

function inside(path: string, real: string, { workspace, dataFolder }: FileRules): string {
  if (!contains(workspace.path, real)) throw refusedPath(path, `is not inside the workspace "${workspace.name}".`);
  const isRunners = contains(dataFolder, real) && !contains(dataFolder, workspace.path);
  if (isRunners) throw refusedPath(path, "belongs to the runner, which keeps its keys there.");
  return real;
}

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await lstat(folder).catch(absent);
    // A link to nowhere is there, and nothing may be made behind it.
    if (found !== undefined) return realpath(folder);
  }
}

function absent(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}

export function refusedPath(path: string, what: string): CallFailed {
  return new CallFailed({ code: "path", message: `The path "${path}" ${what}` });
}

/** For a person: what the file system said. */
export function explained(path: string, error: unknown): unknown {
  if (error instanceof CallFailed || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
      return new CallFailed({ code: "not-found", message: `There is no "${path}" in the workspace.` });
    case "ENOTDIR":
    case "EEXIST":
      return refusedPath(path, "goes through something that is no folder.");
    case "EISDIR":
      return refusedPath(path, "is a folder.");
    case "ELOOP":
      return refusedPath(path, "goes through links without end.");
    case "ENAMETOOLONG":
      return refusedPath(path, "is too long.");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return refusedPath(path, "may not be used: the file system refuses it.");
    case "ENOSPC":
    case "EDQUOT":
      return new CallFailed({ code: "disk-full", message: `The disk is full; "${path}" was not written.` });
    default:
      return error;
  }
}
