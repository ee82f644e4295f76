import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

let first: Promise<string> | undefined;

/** A real repository in a temporary folder: two commits by Ana, one by Kim. */
export async function makeGitRepository(): Promise<string> {
  // Git is asked once in each process of the tests; the others are copies.
  first ??= commitAll(await newFolder("tickwork-repository-first-"));
  const folder = await newFolder("tickwork-repository-");
  await cp(await first, folder, { recursive: true });
  return folder;
}

async function newFolder(prefix: string): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), prefix)));
}

async function commitAll(folder: string): Promise<string> {
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.email=t@example.com", "-c", "init.defaultBranch=main", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q", "--template=");
  for (const [author, file] of [
    ["Ana", "a.txt"],
    ["Kim", "b.txt"],
    ["Ana", "c.txt"],
  ] as const) {
    await writeFile(join(folder, file), `${author}\n`);
    git("add", file);
    git("-c", `user.name=${author}`, "commit", "-q", "-m", `Add ${file}`);
  }
  return folder;
}
