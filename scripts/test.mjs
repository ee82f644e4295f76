// npm test: check, unit and browser tests, build, e2e against the build. Ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

const reports = ".cache/reports";
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;

function run(name, command, args, env = {}) {
  console.error(`\n== ${name}`);
  const done = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  return done.status === 0;
}

/** Adds what the report counts; a program that failed without counting a failure counts as one. */
function count(ok, report, read) {
  const before = failed;
  if (existsSync(report)) {
    const [good, bad] = read(JSON.parse(readFileSync(report, "utf8")));
    passed += good;
    failed += bad;
  } else if (ok) failed++;
  if (!ok && failed === before) failed++;
}

const bin = "node_modules/.bin/";
count(run("check", process.execPath, ["scripts/check.mjs"]), "package.json", () => [1, 0]);
if (failed > 0) passed--;

const vitestReport = `${reports}/vitest.json`;
count(
  run("unit and browser tests", `${bin}vitest`, [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${vitestReport}`,
  ]),
  vitestReport,
  (report) => [report.numPassedTests, report.numFailedTests],
);

if (run("build", process.execPath, ["scripts/build.mjs", "--if-changed"])) {
  const e2eReport = `${reports}/e2e.json`;
  count(run("e2e", `${bin}playwright`, ["test"], { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport }), e2eReport, (report) => [
    report.stats.expected + report.stats.flaky,
    report.stats.unexpected,
  ]);
} else failed++;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
