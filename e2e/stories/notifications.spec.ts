import { expect, type Page } from "@playwright/test";
import type {} from "../../src/app/console.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";
import { wholeBrowser } from "../pages/wholeBrowser.ts";

test.use({ launchOptions: wholeBrowser });

const asking = (name: string) => ({
  format: "tickwork/workflow@1" as const,
  name,
  steps: {
    wait: {
      kind: "delay" as const,
      accepts: ["Start"],
      emits: { done: "Waited" },
      config: { forMs: 1_000 },
    },
    ask: {
      kind: "ask" as const,
      title: "Well?",
      accepts: ["Waited"],
      emits: { yes: "Yes" },
      config: { question: "Well?", choices: ["yes"] },
    },
    end: { kind: "stop" as const, accepts: ["Yes"], config: {} },
  },
});

declare global {
  interface Window {
    told: { readonly shown: Notification; readonly title: string; state: string }[];
  }
}

/** The browser's own notifications, remembered with what became of them. */
async function remember(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.told = [];
    const Real = window.Notification;
    window.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        const one = { shown: this as Notification, title, state: "new" };
        window.told.push(one);
        this.addEventListener("show", () => {
          one.state = "shown";
        });
        this.addEventListener("close", () => {
          one.state = "closed";
        });
      }
    };
  });
}

/** What became of the notifications about runs of the workflow of this name. */
const told = (page: Page, name: string): Promise<readonly string[]> =>
  page.evaluate(
    (title) => window.told.filter((each) => each.title === title).map(({ state }) => state),
    `${name}, run 1`,
  );

const begin = (page: Page, name: string) =>
  page.evaluate((workflow) => window.tickwork.start(workflow as never), asking(name));

test("a question is a notification while its run is not seen, leads there, and goes when it is answered elsewhere", async ({
  page,
  context,
  runner,
}) => {
  await context.grantPermissions(["notifications"], { origin: runner.url });
  await remember(page);
  await page.goto(`${runner.url}/#/settings`);
  await expect(page.getByText("The browser shows notifications of this page.")).toBeVisible();

  const first = await begin(page, "Elsewhere");
  await expect.poll(() => told(page, "Elsewhere")).toEqual(["shown"]);
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.evaluate(() => window.told[0]?.shown.dispatchEvent(new Event("click")));
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-run", first);
  await run.ask("Well?").getByRole("button", { name: "yes" }).click();
  await run.ended("success");
  await expect(page).not.toHaveTitle(/^\(/);

  // A tab that shows what runs ask is enough: the other one says nothing.
  await page.goto(`${runner.url}/#/settings`);
  const second = new RunPage(await context.newPage());
  await second.page.goto(runner.url);
  const isSeen = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name === "tickwork-seen:*"));
  await expect.poll(isSeen).toBe(true);
  await begin(page, "Seen");
  await expect(page).toHaveTitle(/^\(1\) /);
  expect(await told(page, "Seen")).toEqual([]);
  await second.page.goto("about:blank");
  await expect.poll(isSeen).toBe(false);

  // Answered in another tab, it goes.
  const third = await begin(page, "Answered");
  await expect.poll(() => told(page, "Answered")).toEqual(["shown"]);
  await second.page.goto(`${runner.url}/#/r/${third}`);
  await second.ask("Well?").getByRole("button", { name: "yes" }).click();
  await expect.poll(() => told(page, "Answered")).toEqual(["closed"]);
});

test("of several tabs that nobody sees one tells of a question, and another one when that is gone", async ({
  page,
  context,
  runner,
}) => {
  await context.grantPermissions(["notifications"], { origin: runner.url });
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await remember(tab);
    await tab.goto(`${runner.url}/#/settings`);
    await expect(tab.getByText("The browser shows notifications of this page.")).toBeVisible();
  }
  const all = async (name: string, of = tabs) => (await Promise.all(of.map((tab) => told(tab, name)))).flat();

  /** Each tab knows of it, and had its turn to tell: it asks for locks before, in this order. */
  const heard = async (tab: Page, title: RegExp) => {
    await expect(tab).toHaveTitle(title);
    for (const _ of ["seen", "told"]) await tab.evaluate(() => navigator.locks.query());
  };

  await begin(page, "Once");
  for (const tab of tabs) await heard(tab, /^\(1\) /);
  await expect.poll(() => all("Once")).toEqual(["shown"]);

  const teller = (await Promise.all(tabs.map((tab) => told(tab, "Once")))).findIndex(({ length }) => length > 0);
  await tabs[teller]?.close();
  const left = tabs.filter((_, index) => index !== teller);
  await begin(left[0] ?? page, "Next");
  for (const tab of left) await heard(tab, /^\(2\) /);
  await expect.poll(() => all("Next", left)).toEqual(["shown"]);
});

test("nobody is asked for leave but at a click, and a browser that refuses it tells by the title alone", async ({
  page,
  runner,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "asked", { value: 0, writable: true });
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = (...args) => {
      Object.assign(window, { asked: 1 });
      return ask(...args);
    };
  });
  await remember(page);
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send("Target.getTargetInfo");
  await cdp.send("Browser.setPermission", {
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
    permission: { name: "notifications" },
    setting: "denied",
    origin: runner.url,
  });
  await page.goto(`${runner.url}/#/settings`);
  await expect(page.getByText("Notifications are blocked")).toBeVisible();
  await begin(page, "Refused");
  await expect(page).toHaveTitle(/^\(1\) /);
  expect(await told(page, "Refused")).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);
});
