// Types (with import directions), lint, unused code. All findings, then one exit code.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const steps = [
  ["types", "node_modules/.bin/tsc", ["-b", "--pretty", "false"]],
  ["lint", "node_modules/.bin/biome", ["check", "--error-on-warnings", "."]],
  ["unused", "node_modules/.bin/knip", ["--no-progress"]],
];
// What the bench compares with is installed by `npm run bench` alone.
if (existsSync("bench/node_modules"))
  steps.splice(1, 0, ["types of the bench", "node_modules/.bin/tsc", ["-p", "bench/tsconfig.peers.json"]]);
let failed = 0;
for (const [name, command, args] of steps) {
  const done = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
  console.error(`${done.status === 0 ? "ok  " : "FAIL"} ${name}`);
  if (done.status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
