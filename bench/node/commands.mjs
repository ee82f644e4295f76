// B12: commands through the page, the runner and the attempt host, beside Node processes that do nothing.
import { spawn, spawnSync } from "node:child_process";
import { openPaired, runTicks } from "./product.mjs";

const format = "tickwork/workflow@1";
const command = { kind: "command", config: { argv: ["true"] } };

/** `count` commands one after the other. */
function chain(count) {
  const steps = {};
  for (let n = 0; n < count; n++)
    steps[`c${n}`] = { ...command, accepts: [n === 0 ? "Start" : `Done${n - 1}`], emits: { done: `Done${n}` } };
  steps.end = { kind: "stop", accepts: [`Done${count - 1}`], config: {} };
  return { format, name: "chain of commands", steps };
}

function atOnce(count) {
  return {
    format,
    name: "commands at once",
    limits: { maxParallel: count, maxParallelCommands: count },
    steps: {
      split: { kind: "fan-out", accepts: ["Start"], batches: { done: "Item" }, config: { items: `[1..${count}]` } },
      run: { ...command, accepts: ["Item"], emits: { done: "Done" }, workers: count },
      gather: { kind: "join", accepts: ["Done"], join: { batch: "all" }, emits: { done: "All" }, config: {} },
      end: { kind: "stop", accepts: ["All"], config: {} },
    },
  };
}

function spawnNothing() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", "0"], { stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}

async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Times of the ticks that end an execution of these steps, epoch ms. */
function ends(ticks, first) {
  return ticks.filter(({ kind, execution }) => kind === "execution-finished" && Number(execution.slice(1)) >= first);
}

/** Processes of this program that are no command of a step. */
function helpers(folder) {
  const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes("dist/node/") && line.includes(folder)).length;
}

export async function commandRows({ context, program, scale, alternate }) {
  const tab = await openPaired(context, program);
  const count = scale.size < 1 ? 5 : 20;
  const many = scale.size < 1 ? 20 : 200;
  let most = 0;

  async function oneByOne() {
    const finished = ends(await runTicks(tab, chain(count + 1)), 1).slice(0, count + 1);
    return (finished.at(-1).at - finished[0].at) / count;
  }

  async function nodes() {
    return (
      (await timed(async () => {
        for (let n = 0; n < count; n++) await spawnNothing();
      })) / count
    );
  }

  async function together() {
    const sampling = setInterval(() => {
      most = Math.max(most, helpers(program.folder));
    }, 250);
    try {
      const ticks = await runTicks(tab, atOnce(many));
      const finished = ends(ticks, 1);
      return finished[many].at - finished[0].at;
    } finally {
      clearInterval(sampling);
    }
  }

  return {
    "B12 command step": () =>
      alternate(
        scale,
        oneByOne,
        nodes,
        `ms per command, chain of ${count} \`true\`; the other side spawns \`node -e 0\``,
      ),
    "B12 200 at once": () =>
      alternate(
        scale,
        together,
        () => timed(() => Promise.all(Array.from({ length: many }, spawnNothing))),
        `ms for ${many} at once`,
      ),
    "B12 helper processes": async () => {
      if (most === 0) await together();
      return {
        us: [most],
        note: `processes of Tickwork while ${many} commands were asked for at once (runner, attempt host)`,
      };
    },
    close: () => tab.close(),
  };
}
