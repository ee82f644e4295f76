import { mkdirSync, realpathSync, statSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { RunnerRefusal } from "../protocol/runnerApi.ts";

export interface Workspace {
  readonly name: string;
  /** Real path. */
  readonly path: string;
}

/**
 * The folders that commands may work in, from `[NAME=]DIR` arguments; without any a scratch folder in the data folder.
 * Throws a sentence for a person when a folder does not exist or a name is given twice.
 */
export function openWorkspaces(args: readonly string[], dataFolder: string): readonly Workspace[] {
  if (args.length === 0) {
    const path = join(dataFolder, "scratch");
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return [{ name: "scratch", path: realpathSync(path) }];
  }
  const workspaces = args.map(parseWorkspace);
  for (const [index, { name }] of workspaces.entries()) {
    if (workspaces.findIndex((other) => other.name === name) !== index) {
      throw new Error(`Two workspaces are named "${name}". Give one another name: --workspace NAME=DIR`);
    }
  }
  return workspaces;
}

function parseWorkspace(arg: string): Workspace {
  const named = arg.match(/^([A-Za-z0-9][\w.-]*)=(.+)$/s);
  const folder = resolve(named?.[2] ?? arg);
  let path: string;
  try {
    path = realpathSync(folder);
  } catch {
    throw new Error(`The workspace ${folder} does not exist.`);
  }
  if (!statSync(path).isDirectory()) throw new Error(`The workspace ${folder} is not a folder.`);
  const name = named?.[1] ?? basename(path);
  if (name === "") throw new Error(`The workspace ${folder} needs a name: --workspace NAME=${folder}`);
  return { name, path };
}

export type Place =
  | { readonly ok: true; readonly workspace: Workspace; readonly folder: string }
  | { readonly ok: false; readonly refusal: RunnerRefusal };

/**
 * The real folder that `cwd` names in a workspace (the first one when none is named), with links resolved. Anything
 * that leads out of the workspace is refused.
 */
export async function findPlace(
  workspaces: readonly Workspace[],
  name: string | undefined,
  cwd: string | undefined,
): Promise<Place> {
  const workspace = name === undefined ? workspaces[0] : workspaces.find((candidate) => candidate.name === name);
  if (workspace === undefined) {
    const known = workspaces.map((candidate) => candidate.name).join(", ");
    return refused(
      "unknown-workspace",
      `The runner has no workspace "${name}". It has: ${known}. Start it with --workspace ${name}=DIR.`,
    );
  }
  // Asked anew each time: the folder may have been deleted or replaced by a link since the start.
  const root = await realFolder(workspace.path);
  if (root !== workspace.path) {
    return refused("unknown-workspace", `The folder of workspace "${workspace.name}" is gone: ${workspace.path}`);
  }
  const outside = `The working folder "${cwd}" is not inside the workspace "${workspace.name}".`;
  if (cwd !== undefined && (isAbsolute(cwd) || cwd.includes("\0"))) return refused("denied", outside);
  const wanted = resolve(root, cwd ?? ".");
  if (!contains(root, wanted)) return refused("denied", outside);
  const folder = await realFolder(wanted);
  if (folder === undefined) {
    return refused("bad-request", `The working folder "${cwd}" does not exist in the workspace "${workspace.name}".`);
  }
  return contains(root, folder) ? { ok: true, workspace, folder } : refused("denied", outside);
}

/**
 * The real path that the gate orders access by. A workspace that is gone since has a queue of its own until what asks
 * for it is refused.
 */
export function gatePath(workspaces: readonly Workspace[], name: string | undefined): string {
  const workspace = name === undefined ? workspaces[0] : workspaces.find((candidate) => candidate.name === name);
  return workspace?.path ?? `?${name}`;
}

async function realFolder(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Both are real paths. */
export function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function refused(code: RunnerRefusal["code"], message: string): Place {
  return { ok: false, refusal: { code, message } };
}
