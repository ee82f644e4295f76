// npm run bench [-- B1 B3 …] [--rounds N] [--quick]: measures what bench/README.md lists and writes results/latest.json.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { budgets, rowOf, unmeasuredRow } from "./budgets.mjs";

const root = join(import.meta.dirname, "..");
const bench = join(root, "bench");
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "8" }, quick: { type: "boolean", default: false } },
});
const scale = options.quick ? { rounds: 2, size: 0.05 } : { rounds: Number(options.rounds), size: 1 };

/** Installs what is compared with when it is missing or another version. */
function installPeers() {
  const lock = createHash("sha256")
    .update(readFileSync(join(bench, "package-lock.json")))
    .digest("hex");
  const stamp = join(bench, "node_modules/.tickwork-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: bench,
    stdio: ["ignore", process.stderr, "inherit"],
    shell: process.platform === "win32",
  });
  if (done.status !== 0) throw new Error("npm ci in bench/ failed; see above.");
  writeFileSync(stamp, lock);
}

const wanted = budgets.filter(
  ({ id }) => positionals.length === 0 || positionals.some((name) => id.split(" ")[0] === name),
);
if (wanted.length === 0) {
  console.error(
    `No row is called ${positionals.join(" or ")}. There are ${[...new Set(budgets.map(({ id }) => id.split(" ")[0]))].join(" ")}.`,
  );
  process.exit(1);
}

installPeers();
const { measures } = await import("./measures.mjs");
const measure = await measures({ root, scale });
const rows = [];
const browser = await measure.version();
const latest = join(bench, "results/latest.json");
const machine = {
  system: `${type()} ${release()}`,
  processors: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  browser,
};

/** After each row, so that a bench that is cut short keeps what it has; the other rows stay as they were. */
function keep() {
  if (options.quick) return;
  const before = existsSync(latest) ? JSON.parse(readFileSync(latest, "utf8")).rows : [];
  const all = budgets.flatMap(
    ({ id }) => rows.find((row) => row.id === id) ?? before.find((row) => row.id === id) ?? [],
  );
  writeFileSync(latest, `${JSON.stringify({ date: new Date().toISOString(), machine, rows: all }, null, 2)}\n`);
}

try {
  for (const budget of wanted) {
    const row = await measure
      .row(budget.id)
      .then((samples) => rowOf(budget, samples))
      .catch((error) => unmeasuredRow(budget, `not measured: ${error instanceof Error ? error.message : error}`));
    // How busy the machine was at the end of the row: the load of the last minute.
    rows.push({ ...row, load: Number(loadavg()[0].toFixed(1)) });
    print(row);
    keep();
  }
} finally {
  await measure.close();
}

function print(row) {
  const sides = row.us === undefined ? "" : `  us ${row.us}, other ${row.other}`;
  const range = row.value === null ? "–" : `${row.value} (${row.min} – ${row.max}; ${row.rounds} rounds)`;
  console.log(
    `${row.ok ? "ok  " : "MISS"} ${row.id.padEnd(32)} ${range}  ${row.compare} ${row.budget}${sides}\n     ${row.note}`,
  );
}

if (options.quick) console.log("A quick run is for trying the bench: nothing was written.");
console.log(`${rows.filter(({ ok }) => ok).length} of ${rows.length} rows within their budgets.`);
