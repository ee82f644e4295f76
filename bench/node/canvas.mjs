// B9: from the address to a canvas of 100 steps that answers, beside the same page whose engine worker is a stub.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { serveFolder } from "../browser.mjs";

export const canvasSteps = 100;
const id = "bench-canvas";

/** A hundred steps in rows of ten, each wired to the next. */
function document() {
  const steps = {};
  const places = {};
  for (let n = 0; n < canvasSteps; n++) {
    steps[`s${n}`] = {
      kind: "code",
      title: `Step ${n}`,
      accepts: [n === 0 ? "Start" : `E${n - 1}`],
      emits: { done: n === canvasSteps - 1 ? "Stop" : `E${n}` },
      config: { source: "export default () => null;\n" },
    };
    places[`s${n}`] = { x: 320 * (n % 10), y: 160 * Math.floor(n / 10) };
  }
  return { format: "tickwork/workflow@1", name: "A hundred steps", steps, layout: { steps: places } };
}

/** Notes when all steps stand there and a frame has been drawn with them. */
function watchCanvas(count) {
  const look = () => {
    if (globalThis.document.querySelectorAll("[data-step]").length < count) requestAnimationFrame(look);
    else
      requestAnimationFrame(() => {
        globalThis.canvasAt = performance.now();
      });
  };
  requestAnimationFrame(look);
}

async function untilCanvas(context, url, hash) {
  const tab = await context.newPage();
  await tab.addInitScript(watchCanvas, canvasSteps);
  await tab.goto(`${url}#/w/${hash}`);
  const at = await tab.waitForFunction(() => globalThis.canvasAt, undefined, { timeout: 30_000 });
  const ms = await at.jsonValue();
  await tab.close();
  return ms;
}

export async function canvasRows({ root, context, scale, alternate }) {
  const page = join(root, "dist/page");
  const stubs = join(root, ".cache/bench/stub");
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: stubs,
      emptyOutDir: true,
      lib: { entry: join(root, "bench/page/canvas/stubEngine.ts"), formats: ["es"], fileName: "stub" },
    },
  });
  const stub = join(
    stubs,
    ["stub.js", "stub.mjs"].find((name) => existsSync(join(stubs, name))),
  );
  const real = await serveFolder(page);
  const without = await serveFolder(page, (path) => (/\/engine-[^/]*\.js$/.test(path) ? stub : undefined));
  return {
    async "B9 first interactive canvas"() {
      const tab = await context.newPage();
      await tab.goto(real.url);
      await tab.getByRole("button", { name: "Import", exact: true }).click();
      const chooser = tab.waitForEvent("filechooser");
      await tab.getByRole("button", { name: /Choose files/ }).click();
      const buffer = Buffer.from(JSON.stringify(document()));
      await (await chooser).setFiles({ name: "bench.workflow.json", mimeType: "application/json", buffer });
      await tab.waitForURL(/#\/w\//);
      const stored = new URL(tab.url()).hash.replace("#/w/", "");
      await tab.close();
      return alternate(
        scale,
        () => untilCanvas(context, real.url, stored),
        () => untilCanvas(context, without.url, id),
        `ms from navigation to the frame that shows ${canvasSteps} steps; the other side the same page with a worker that only answers with the document`,
      );
    },
    async close() {
      await real.close();
      await without.close();
    },
  };
}
