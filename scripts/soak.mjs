// npm run soak [-- --seed N] [--ticks N] [--kills N]: one long run of the production build, killed at random points.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { countedWorkflow, effectsFile, findLosses, ticksOf } from "./killedRun.mjs";
import { openMortalBrowser } from "./mortalBrowser.mjs";
import { serveProgram } from "./servedProgram.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    ticks: { type: "string", default: "2000" },
    kills: { type: "string", default: "40" },
  },
});
const ticksPerRound = 8;
const rounds = Math.ceil(Number(values.ticks) / ticksPerRound);
console.log(`seed ${values.seed}: ${rounds} rounds of at least ${ticksPerRound} ticks, up to ${values.kills} kills`);

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = chance(Number(values.seed));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const build = spawnSync(process.execPath, ["scripts/build.mjs", "--if-changed"], { stdio: "inherit" });
if (build.status !== 0) process.exit(1);

const profile = mkdtempSync(join(tmpdir(), "tickwork-soak-"));
const program = await serveProgram(process.cwd());
let browser = await openMortalBrowser(profile);
let id;

async function look() {
  await browser.page.goto(`${program.url}#/r/${id}`);
}

const kills = {
  "engine worker": async () => {
    // Only a worker that has begun can die; until then the page is all there is.
    if (browser.page.workers().length > 0) await browser.killWorker();
  },
  "page closed": async () => {
    await browser.closePage();
    await look();
  },
  "page crashed": async () => {
    await browser.crashPage();
    await look();
  },
  "browser killed": async () => {
    await browser.kill();
    browser = await openMortalBrowser(profile);
    await look();
  },
};

/** The run as the page's engine knows it. */
function summary() {
  return browser.page.evaluate(async (run) => (await globalThis.tickwork.runs()).find((one) => one.id === run), id);
}

/** Waits until the run has gone on from `seq`, or has ended. */
async function goneOn(seq) {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const run = await summary().catch(() => undefined);
    if (run && (run.seq > seq || run.lifecycle === "completed")) return run;
    if (Date.now() > deadline)
      throw new Error(`The run stands still at tick ${run?.seq} (${run?.lifecycle} ${run?.line ?? ""}).`);
    await pause(100);
  }
}

let status = 1;
try {
  await browser.page.goto(program.pairUrl);
  await browser.page.getByRole("button", { name: /Runner: runner · repo/ }).waitFor();
  id = await browser.page.evaluate((document) => globalThis.tickwork.start(document), countedWorkflow(rounds));
  await look();
  const names = Object.keys(kills);
  const counts = Object.fromEntries(names.map((name) => [name, 0]));
  let run = await goneOn(1);
  for (let kill = 0; kill < Number(values.kills) && run.lifecycle !== "completed"; kill++) {
    await pause(random() * 2_500);
    const name = names[Math.floor(random() * names.length)];
    await kills[name]();
    counts[name]++;
    run = await goneOn(run.seq);
    // One tick behind that of the new session at least: three sessions without any progress pause a run (R77).
    if (run.lifecycle !== "completed") run = await goneOn(run.seq + 1);
    console.log(`tick ${run.seq}: ${name}`);
  }
  while (run.lifecycle !== "completed") run = await goneOn(run.seq);

  const log = await browser.page.evaluate((run) => globalThis.tickwork.export(run), id);
  const effects = existsSync(join(program.workspace, effectsFile))
    ? readFileSync(join(program.workspace, effectsFile), "utf8")
    : "";
  const problems = findLosses({ rounds, effects, log });
  const file = join(profile, "soak.runlog.jsonl");
  writeFileSync(file, log);
  const replay = spawnSync(process.execPath, ["dist/node/tickwork.js", "replay", "--json", file], { encoding: "utf8" });
  if (replay.status !== 0) problems.push(`the log does not replay: ${replay.stdout}${replay.stderr}`);
  const ticks = ticksOf(log);
  const sessions = ticks.filter(({ kind }) => kind === "session-started").length;
  console.log(
    `${ticks.length} ticks, ${sessions} sessions; ${names.map((name) => `${name} ${counts[name]} ×`).join(", ")}`,
  );
  if (ticks.length < Number(values.ticks)) problems.push(`the run has ${ticks.length} ticks, fewer than asked for`);
  for (const problem of problems) console.error(`LOST OR TWICE: ${problem}`);
  if (problems.length > 0) {
    writeFileSync("soak-failed.runlog.jsonl", log);
    console.error(`The log is in soak-failed.runlog.jsonl; again with --seed ${values.seed}.`);
  } else {
    console.log("Nothing was lost, nothing happened twice, and the log replays.");
    status = 0;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(`Again with: npm run soak -- --seed ${values.seed}`);
} finally {
  await browser.close();
  await program.stop();
  rmSync(profile, { recursive: true, force: true });
}
process.exit(status);
