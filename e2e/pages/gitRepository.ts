import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A real repository in a temporary folder: two commits by Ana, one by Kim. */
export async function makeGitRepository(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tickwork-repository-")));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.email=t@example.com", "-c", "init.defaultBranch=main", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q");
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
