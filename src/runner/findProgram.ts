import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** The executable that a name means: a path from `cwd` when it has a slash, else the first in `PATH`. */
export async function findProgram(name: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (name === "" || name.includes("\0")) return undefined;
  const isPath = process.platform === "win32" ? /[\\/]/.test(name) : name.includes("/");
  // A relative entry of PATH would make the meaning of a name depend on the folder it is used in.
  const folders = isPath ? [""] : (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    for (const ending of endings(name, env)) {
      const path = isPath ? resolve(cwd, name + ending) : join(folder, name + ending);
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

function endings(name: string, env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform !== "win32") return [""];
  const known = (env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((ending) => ending !== "");
  return known.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase())) ? [""] : known;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const digests = new Map<string, Promise<string | undefined>>();

/** SHA-256 of an executable, so that a person sees when it is another one. Computed once per version of the file. */
export async function programDigest(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    const version = `${path}\n${size}\n${mtimeMs}\n${ino}`;
    const known = digests.get(version) ?? hashFile(path);
    digests.set(version, known);
    return await known;
  } catch {
    return undefined;
  }
}

async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  } catch {
    return undefined;
  }
  return `sha256:${hash.digest("hex")}`;
}
