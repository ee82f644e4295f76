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

/** Opens an address in a fresh profile until the page stands still; the gzipped size of each file it fetched. */
async function fetched(browser, url, ready) {
  const context = await browser.newContext();
  const files = new Map();
  context.on("response", (response) => {
    const name = new URL(response.url()).pathname.split("/").pop() || "index.html";
    files.set(
      name,
      response.body().then(gzipped, () => 0),
    );
  });
  const tab = await context.newPage();
  await tab.goto(url);
  await ready(tab);
  await tab.waitForLoadState("networkidle");
  const sizes = new Map();
  for (const [name, size] of files) sizes.set(name, await size);
  await context.close();
  return sizes;
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
      const files = await fetched(browser, url, (tab) =>
        tab.getByRole("heading", { name: "Workflows", exact: true }).waitFor(),
      );
      const other = await bundled(root, "react-flow", reactFlow);
      return {
        us: [sum(files)],
        other: [other],
        note: `bytes of the start page with its engine worker; ${list(files)}`,
      };
    },
  };
}
