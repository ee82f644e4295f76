// B9: what the browser really fetches, gzipped, beside bundles of other libraries made by the same bundler.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/** Gzipped scripts and styles of a production bundle of this source. `from`: whose `node_modules` it may use. */
async function bundled(from, name, source) {
  const entry = join(from, `.${name}.bench.js`);
  const outDir = join(from, "node_modules/.bench", name);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(entry, source);
  try {
    await build({
      configFile: false,
      root: from,
      logLevel: "silent",
      publicDir: false,
      define: { "process.env.NODE_ENV": '"production"' },
      build: { outDir, emptyOutDir: true, target: "es2023", rollupOptions: { input: entry } },
    });
  } finally {
    rmSync(entry);
  }
  const assets = join(outDir, "assets");
  return readdirSync(assets).reduce((sum, file) => sum + gzipped(readFileSync(join(assets, file))), 0);
}

const workflowCore = `import { createWorkflow, workflowEvent } from "@llamaindex/workflow-core";
globalThis.kept = [createWorkflow, workflowEvent];`;
const reactFlow = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
createRoot(document.body).render(createElement(ReactFlow, { defaultNodes: [], defaultEdges: [] }));`;

/**
 * Opens an address in a fresh profile as a person does who saves data: what the page would load ahead while it is at
 * rest is not its first load. `stages` lead on, one after the other; for each the gzipped size of every file that was
 * fetched until it stood still.
 */
async function fetched(browser, url, stages) {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  let files = new Map();
  context.on("response", (response) => {
    const name = new URL(response.url()).pathname.split("/").pop() || "index.html";
    files.set(
      name,
      response.body().then(gzipped, () => 0),
    );
  });
  const tab = await context.newPage();
  await tab.goto(url);
  const sizes = [];
  for (const reach of stages) {
    await reach(tab);
    await tab.waitForLoadState("networkidle");
    const stage = new Map();
    for (const [name, size] of files) stage.set(name, await size);
    sizes.push(stage);
    files = new Map();
  }
  await context.close();
  return sizes;
}

/** The start page answers: it has asked its engine what there is. */
const startPage = (tab) => tab.getByRole("button", { name: "Draw the first one" }).waitFor();

/** A new workflow on its canvas, ready for its first step. */
async function editor(tab) {
  await tab.getByRole("button", { name: "Draw the first one" }).click();
  await tab.locator('.react-flow [data-step="Start"]').waitFor();
}

const sum = (sizes) => [...sizes.values()].reduce((total, size) => total + size, 0);
const list = (sizes) =>
  [...sizes]
    .sort(([, a], [, b]) => b - a)
    .map(([name, size]) => `${name.replace(/-[\w-]{8}\./, ".")} ${(size / 1_000).toFixed(1)}`)
    .join(", ");

/** The worker's script and whatever it imports before it does anything. */
function withStaticImports(folder, file, seen = new Map()) {
  if (seen.has(file)) return seen;
  const text = readFileSync(join(folder, file), "utf8");
  seen.set(file, gzipped(text));
  for (const [, name] of text.matchAll(/(?:^|[;}])import(?:[^"'();]*?from)?["']\.\/([^"']+)["']/g))
    withStaticImports(folder, name, seen);
  return seen;
}

export function byteRows({ root, browser, url }) {
  return {
    async "B9 bytes of the engine worker"() {
      const folder = join(root, "dist/page/assets");
      const entry = readdirSync(folder).find((name) => /^engine-.*\.js$/.test(name));
      const files = withStaticImports(folder, entry);
      const other = await bundled(join(root, "bench"), "workflow-core", workflowCore);
      return { us: [sum(files)], other: [other], note: `bytes; ${list(files)}; what it imports later does not count` };
    },
    async "B9 bytes of the first load"() {
      const [start, further] = await fetched(browser, url, [startPage, editor]);
      const other = await bundled(root, "react-flow", reactFlow);
      const kB = (sizes) => `${(sum(sizes) / 1_000).toFixed(1)} kB`;
      return {
        us: [sum(start)],
        other: [other],
        note: `bytes of the start page with its engine worker: ${kB(start)}, of which ${list(start)}. An empty canvas loads further ${kB(further)}, without what comes with a step, a note or a dialog (${((sum(start) + sum(further)) / other).toFixed(2)} with it): ${list(further)}`,
      };
    },
  };
}
