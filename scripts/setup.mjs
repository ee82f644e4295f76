// Runs before `npm start` and `npm test` on Node built-ins alone: a fresh machine needs nothing but Node and npm.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { findBrowser, findTestBrowser } from "./browser.mjs";

const purpose = process.argv[2];
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tickwork needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function run(command, args, env = {}) {
  console.error(`> ${command} ${args.join(" ")}`);
  const done = spawnSync(command, args, {
    stdio: ["ignore", process.stderr, "inherit"],
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  return done.status === 0;
}

const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const stamp = "node_modules/.tickwork-lock";
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  if (!run("npm", ["ci", "--no-audit", "--no-fund"], { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" })) {
    console.error("npm ci failed; see above. Without a network, dependencies cannot be installed.");
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

if (purpose === "start" && !run(process.execPath, ["scripts/build.mjs", "--if-changed"])) process.exit(1);

const debianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
const wait = ["-o", "DPkg::Lock::Timeout=300"];

if (purpose === "test" && !findBrowser()) {
  const installed =
    (debianRoot && run("apt-get", ["update", ...wait]) && run("apt-get", ["install", "-y", ...wait, "chromium"])) ||
    run("npx", ["playwright", "install", "chromium"]);
  if (!installed) {
    console.error("No browser found and none could be installed. Install Chrome or Chromium, or set TICKWORK_BROWSER.");
    process.exit(1);
  }
}

// Tests take a fifth less time in Chromium without its windows. They go on without it, and it is tried once.
const tried = "node_modules/.tickwork-shell";
if (purpose === "test" && debianRoot && findTestBrowser() === "/usr/bin/chromium" && !existsSync(tried)) {
  writeFileSync(tried, "");
  const version = spawnSync("dpkg-query", ["-W", "chromium"], { encoding: "utf8" }).stdout?.trim().split("\t")[1];
  const soon = ["-o", "DPkg::Lock::Timeout=30", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=0"];
  const install = () => run("apt-get", ["install", "-y", ...soon, `chromium-headless-shell=${version}`]);
  if (version && !install() && run("apt-get", ["update", ...soon])) install();
}
