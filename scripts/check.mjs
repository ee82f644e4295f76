// Types (with import directions), lint, unused code, side by side. All findings, then one exit code.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const steps = [
  ["types", "node_modules/.bin/tsc", ["-b", "--pretty", "false"]],
  ["lint", "node_modules/.bin/biome", ["check", "--error-on-warnings", "."]],
  // Peers of what the bench compares with are found only where that is installed: what it hints at differs.
  ["unused", "node_modules/.bin/knip", ["--no-progress", "--no-config-hints"]],
];
// What the bench compares with is installed by `npm run bench` alone.
const peers = ["types of the bench", "node_modules/.bin/tsc", ["-p", "bench/tsconfig.peers.json"]];

/** Answers whether it is content; what it says is printed in one piece. */
function run([name, command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { shell: process.platform === "win32" });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    child.once("error", (error) => {
      said += `${error.message}\n`;
    });
    child.once("close", (code) => {
      process.stdout.write(said);
      console.error(`${code === 0 ? "ok  " : "FAIL"} ${name}`);
      resolve(code === 0);
    });
  });
}

/** The bench sees the projects that `types` builds. */
async function types() {
  const built = await run(steps[0]);
  return existsSync("bench/node_modules") ? (await run(peers)) && built : built;
}

const content = await Promise.all([types(), ...steps.slice(1).map(run)]);
process.exit(content.every(Boolean) ? 0 : 1);
