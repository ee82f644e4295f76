// Where each row is measured: in the page of the bench, in the product's own page, or here.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { serveProgram } from "../scripts/servedProgram.mjs";
import { buildPage, openBrowser, serveFolder } from "./browser.mjs";
import { byteRows } from "./node/bytes.mjs";
import { canvasRows } from "./node/canvas.mjs";
import { commandRows } from "./node/commands.mjs";
import { editorRows } from "./node/editor.mjs";
import { longRunRows } from "./node/longRuns.mjs";
import { scrubberRows } from "./node/scrubber.mjs";
import { statusRows } from "./node/statuses.mjs";

/** Makes something when it is asked for the first time. */
function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

/** As `alternate` of page/measure.ts, for what is measured from here. */
async function alternate(scale, us, other, note) {
  const ours = [];
  const others = [];
  await us();
  await other();
  for (let round = 0; round < scale.rounds; round++) {
    if (round % 2 === 0) ours.push(await us());
    others.push(await other());
    if (round % 2 === 1) ours.push(await us());
  }
  return { us: ours, other: others, note };
}

export async function measures({ root, scale }) {
  const closing = [];
  const browser = await openBrowser();
  closing.push(() => browser.close());
  const { context } = browser;

  /** The product as it stands in the checkout. */
  const built = once(async () => {
    const done = spawnSync(process.execPath, ["scripts/build.mjs", "--if-changed"], { cwd: root, stdio: "inherit" });
    if (done.status !== 0) throw new Error("the build failed; see above");
  });

  const pageUrl = once(async () => {
    const folder = join(root, ".cache/bench/page");
    await buildPage(root, folder);
    const server = await serveFolder(folder);
    closing.push(server.close);
    return server.url;
  });

  const page = once(async () => {
    const tab = await context.newPage();
    await tab.goto(await pageUrl());
    return tab;
  });

  const longRuns = once(() => longRunRows({ context, pageUrl, scale, alternate }));

  const statuses = once(() => statusRows({ context, pageUrl, scale, alternate }));

  const bytes = once(async () => {
    await built();
    const server = await serveFolder(join(root, "dist/page"));
    closing.push(server.close);
    return byteRows({ root, browser: await browser.fresh(), url: server.url });
  });

  const canvas = once(async () => {
    await built();
    const rows = await canvasRows({ root, context, scale, alternate });
    closing.push(rows.close);
    return rows;
  });

  const editor = once(async () => {
    await built();
    const rows = await editorRows({ root, context, scale });
    closing.push(rows.close);
    return rows;
  });

  const commands = once(async () => {
    await built();
    const program = await serveProgram(root);
    closing.push(program.stop);
    return commandRows({ context, program, scale, alternate });
  });

  const scrubber = once(async () => {
    await built();
    const program = await serveProgram(root);
    closing.push(program.stop);
    return scrubberRows({ root, context, program, scale });
  });

  async function inPage(id) {
    const answer = await (await page()).evaluate(([id, scale]) => globalThis.measure(id, scale), [id, scale]);
    if ("error" in answer) throw new Error(answer.error);
    return answer.samples;
  }

  /** Everything else is measured in the bench's page. */
  const parts = [
    { ids: ["B9 first interactive canvas"], rows: canvas },
    { ids: ["B9 "], rows: bytes },
    { ids: ["B12 "], rows: commands },
    { ids: ["B11 "], rows: scrubber },
    { ids: ["B7 ", "B10 "], rows: longRuns },
    { ids: ["B8 "], rows: statuses },
    { ids: ["B13 "], rows: editor },
  ];

  async function row(id) {
    const part = parts.find(({ ids }) => ids.some((begin) => id.startsWith(begin)));
    return part ? (await part.rows())[id]() : inPage(id);
  }

  return {
    row,
    version: async () => (await browser.fresh()).version(),
    async close() {
      for (const close of closing.toReversed()) await close();
    },
  };
}
