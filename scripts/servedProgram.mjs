// The built program with its runner, as a person starts it: for the bench, the soak and other scripts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Starts `tickwork serve` on a free port with one fresh workspace called `repo`, in which everything is allowed.
 * `pairUrl` is the address to open first.
 */
export async function serveProgram(root) {
  const folder = mkdtempSync(join(tmpdir(), "tickwork-program-"));
  const workspace = mkdtempSync(join(folder, "repo-"));
  const child = spawn(
    process.execPath,
    [join(root, "dist/node/tickwork.js"), "serve", "--port", "0", "--approve-all", "--workspace", `repo=${workspace}`],
    { env: { ...process.env, TICKWORK_DATA: join(folder, "data") }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const lines = [];
  const pairUrl = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        const found = /http:\S+\/#\/pair\/\S+/.exec(line);
        if (found) resolve(found[0]);
      });
    child.once("exit", (code) => reject(new Error(`The runner ended with ${code}; build first.\n${lines.join("\n")}`)));
  });
  return {
    pairUrl,
    url: pairUrl.replace(/#.*/, ""),
    workspace,
    /** Holds its data and its workspace; what it starts for itself names it on its command line. */
    folder,
    async stop() {
      if (child.exitCode === null) {
        const gone = once(child, "exit");
        child.kill();
        await gone;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
