// Where each row is measured: in the page of the bench, in the product's own page, or here.
import { join } from "node:path";
import { buildPage, openBrowser, serveFolder } from "./browser.mjs";

export async function measures({ root, scale }) {
  let opened;

  async function page() {
    if (opened) return opened;
    const folder = join(root, ".cache/bench/page");
    await buildPage(root, folder);
    const server = await serveFolder(folder);
    const browser = await openBrowser();
    const tab = await browser.context.newPage();
    await tab.goto(server.url);
    opened = { tab, server, browser, version: browser.context.browser()?.version() ?? "Chromium" };
    return opened;
  }

  async function inPage(id) {
    const { tab } = await page();
    const answer = await tab.evaluate(([id, scale]) => globalThis.measure(id, scale), [id, scale]);
    if ("error" in answer) throw new Error(answer.error);
    return answer.samples;
  }

  return {
    row: inPage,
    get browser() {
      return opened?.version;
    },
    async close() {
      await opened?.browser.close();
      await opened?.server.close();
    },
  };
}
