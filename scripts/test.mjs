// npm test: check, unit and browser tests, build, e2e against the build. Ends with what failed and what needed a second
// try, and `N passed, N failed` as the last line.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { firstLines, storyFindings, summaryOf } from "./findings.mjs";

const reports = ".cache/reports";
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;
const findings = [];

/** Answers whether the program was content, and with `stdout: "pipe"` what it said. */
function run(name, command, args, { stdout = "inherit", env = {} } = {}) {
  console.error(`\n== ${name}`);
  const done = spawnSync(command, args, {
    stdio: ["inherit", stdout, "inherit"],
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return { ok: done.status === 0, said: done.stdout ?? "" };
}

function fail(where, message = []) {
  failed++;
  findings.push({ kind: "failed", where, message });
}

/** Adds what the report counts; a program that failed without counting a failure counts as one. */
function count(name, { ok }, report, read) {
  const before = failed;
  if (existsSync(report)) {
    const part = read(JSON.parse(readFileSync(report, "utf8")));
    passed += part.passed;
    failed += part.failed;
    findings.push(...part.findings);
    if (!ok && failed === before) fail(`${name}: failed as a whole, see above`);
  } else fail(`${name}: ended without a report, see above`);
}

const bin = "node_modules/.bin/";
const check = run("check", process.execPath, ["scripts/check.mjs"], { stdout: "pipe" });
process.stdout.write(check.said);
if (check.ok) passed++;
else fail("check", firstLines(check.said, 10));

const tests = "unit and browser tests";
count(tests, run(tests, `${bin}vitest`, ["run"]), `${reports}/vitest.json`, (report) => report);

if (run("build", process.execPath, ["scripts/build.mjs", "--if-changed"]).ok) {
  const report = `${reports}/e2e.json`;
  const stories = run("e2e", `${bin}playwright`, ["test"], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } });
  count("e2e", stories, report, (told) => ({
    passed: told.stats.expected + told.stats.flaky,
    failed: told.stats.unexpected,
    findings: storyFindings(told),
  }));
} else fail("build");

for (const line of summaryOf(findings)) console.log(line);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
