// A Chromium of our own that may be killed without a word and opened again with the same profile.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import { browserArguments, findBrowser } from "./browser.mjs";

/** Starts it with the profile in this folder. `page` is its only page. */
export async function openMortalBrowser(profile) {
  const child = spawn(
    findBrowser() ?? chromium.executablePath(),
    [
      ...browserArguments,
      "--headless",
      "--remote-debugging-port=0",
      "--no-default-browser-check",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /DevTools listening on (\S+)/.exec(line);
      if (found) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`The browser ended with ${code}.`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  let page = await newPage();

  async function newPage() {
    const made = await context.newPage();
    await made.setViewportSize({ width: 1280, height: 800 });
    return made;
  }

  async function gone() {
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  return {
    get page() {
      return page;
    },
    /** The engine worker dies of an exception that nobody catches, wherever it is. */
    async killWorker() {
      const worker = page.workers().find((each) => /engine/.test(each.url()));
      if (!worker) throw new Error("The page has no engine worker.");
      const died = worker.waitForEvent("close");
      await worker
        .evaluate(() => {
          setTimeout(() => {
            throw new Error("killed");
          });
        })
        .catch(() => {});
      await died;
    },
    /** The page is closed, and a new one stands there. */
    async closePage() {
      const old = page;
      page = await newPage();
      await old.close({ runBeforeUnload: false });
    },
    /** The process of the page dies, and a new page stands there. */
    async crashPage() {
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent("crash");
      session.send("Page.crash").catch(() => {});
      await crashed;
      await this.closePage();
    },
    /** The whole browser dies at once: SIGKILL to each of its processes. */
    async kill() {
      killGroup(child.pid);
      await gone();
      await browser.close().catch(() => {});
    },
    async close() {
      await browser.close().catch(() => {});
      killGroup(child.pid);
      await gone();
    },
  };
}

function killGroup(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
