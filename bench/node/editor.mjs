// B13: the editor with a thousand steps, as a person uses it: dragging one, typing into a form, undoing.
import { join } from "node:path";
import { serveFolder } from "../browser.mjs";

const count = 1000;

/** A thousand steps in rows of forty, each wired to the next. */
function document() {
  const steps = {};
  const places = {};
  for (let n = 0; n < count; n++) {
    steps[`s${n}`] = {
      kind: "code",
      title: `Step ${n}`,
      accepts: [n === 0 ? "Start" : `E${n - 1}`],
      emits: { done: n === count - 1 ? "Stop" : `E${n}` },
      config: { source: "export default () => null;\n" },
    };
    places[`s${n}`] = { x: 320 * (n % 40), y: 160 * Math.floor(n / 40) };
  }
  return {
    format: "tickwork/workflow@1",
    name: "A thousand steps",
    steps,
    layout: { steps: places, start: { x: -320, y: 0 } },
  };
}

/** Counts frames from now on; the answer ends it. */
function watchFrames() {
  const intervals = [];
  let before = performance.now();
  let on = true;
  const next = (now) => {
    intervals.push(now - before);
    before = now;
    if (on) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  globalThis.framesSeen = () => {
    on = false;
    return intervals.slice(1);
  };
}

export async function editorRows({ root, context, scale }) {
  const server = await serveFolder(join(root, "dist/page"));
  const tab = await context.newPage();
  const pause = () => tab.waitForTimeout(700);

  async function open() {
    await tab.goto(server.url);
    await tab.getByRole("button", { name: "Import", exact: true }).click();
    const chooser = tab.waitForEvent("filechooser");
    await tab.getByRole("button", { name: /Choose files/ }).click();
    const buffer = Buffer.from(JSON.stringify(document()));
    await (await chooser).setFiles({ name: "bench.workflow.json", mimeType: "application/json", buffer });
    await tab.locator(".tw-card").first().waitFor({ timeout: 60_000 });
    // To a step in the middle, near enough to read.
    await tab.keyboard.press("Control+f");
    await tab.getByRole("searchbox", { name: "Find on the canvas" }).fill("Step 500");
    await pause();
    await tab.keyboard.press("Escape");
    await tab.locator('.tw-card[data-step="s500"]').waitFor();
    await pause();
  }

  /** Percent of the frames of one round that came late. */
  async function round() {
    const title = tab.getByRole("region", { name: "Settings" }).getByLabel("Title", { exact: true });
    const card = await tab.locator('.tw-card[data-step="s500"] .tw-card-title').boundingBox();
    const at = { x: card.x + 20, y: card.y + 6 };
    await tab.evaluate(watchFrames);
    await tab.mouse.move(at.x, at.y);
    await tab.mouse.down();
    for (let n = 1; n <= 40; n++) await tab.mouse.move(at.x + n * 2, at.y + n);
    await tab.mouse.up();
    await title.pressSequentially(" typed on and on", { delay: 30 });
    await tab.keyboard.press("Escape");
    for (let n = 0; n < 2; n++) await tab.keyboard.press("Control+z");
    const frames = await tab.evaluate(() => globalThis.framesSeen());
    await pause();
    return (100 * frames.filter((ms) => ms > 17.7).length) / frames.length;
  }

  return {
    async "B13 editor of 1,000 steps, % of frames"() {
      await open();
      await round();
      const us = [];
      for (let n = 0; n < scale.rounds; n++) us.push(await round());
      return { us, note: "% of frames over 17.7 ms while one of 1,000 steps is dragged, its title typed, both undone" };
    },
    close: async () => {
      await tab.close();
      await server.close();
    },
  };
}
