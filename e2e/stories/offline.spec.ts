import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { makeOtherBuild, startStaticHost } from "../pages/staticHost.ts";
import { test } from "../pages/storyTest.ts";

test.use({ serviceWorkers: "allow" });

const workflow = {
  format: "tickwork/workflow@1",
  name: "In this tab",
  steps: {
    wait: { kind: "delay", accepts: ["Start"], emits: { done: "Waited" }, config: { forMs: 2000 } },
    double: {
      kind: "code",
      accepts: ["Waited"],
      emits: { done: "Doubled" },
      config: { source: "export default () => 21 * 2" },
    },
    end: { kind: "stop", accepts: ["Doubled"], config: {} },
  },
};

/** The files of the page are kept once it rests, which takes its time where everything else runs too. */
const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 120_000 });

async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text ?? ""], name ?? ""));
      for (const kind of ["dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

test("without the runner the page opens, shows a dropped log tick by tick, and runs what needs no machine", async ({
  page,
  context,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow(workflow);
  await kept(page);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-lifecycle", "running");
  await runner.kill();

  // The run goes on behind a reload that nobody serves.
  await page.reload();
  await run.ended("success");
  const banner = page.getByRole("status").filter({ hasText: "The runner is away." });
  await expect(banner).toBeVisible();

  await drop(
    page,
    "a.runlog.jsonl",
    await readFile("src/transfer/recorded/runlog-1/story-approval-gate.runlog.jsonl", "utf8"),
  );
  await expect(run.run).toHaveAttribute("data-run", "story-approval-gate");
  await run.ended("success");
  const last = Number(await run.run.getAttribute("data-seq"));
  await page.getByRole("slider", { name: "Tick" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(run.run).toHaveAttribute("data-seq", String(last - 1));

  // A cold start, and a run from its beginning to its end.
  const cold = await context.newPage();
  await page.close();
  await cold.goto(runner.url);
  await new HomePage(cold).importWorkflow({ ...workflow, name: "Begun without a runner" });
  await cold.getByRole("button", { name: "Run", exact: true }).click();
  await new RunPage(cold).ended("success");

  await runner.restart();
  await expect(cold.getByRole("button", { name: /Runner: runner · repo/ })).toBeVisible({ timeout: 40_000 });
  await expect(cold.getByText("The runner is away.")).toHaveCount(0);

  // And back: nothing is kept any more.
  await cold.goto(`${runner.url}/#/settings`);
  await cold.getByRole("button", { name: "Remove the offline copy" }).click();
  await expect(cold.getByRole("button", { name: "Keep an offline copy" })).toBeVisible();
  expect(await cold.evaluate(() => caches.keys())).toEqual([]);
  await runner.stop();
  await expect(cold.goto(runner.url, { timeout: 10_000 })).rejects.toThrow();
});

test("two builds in two tabs: both work, the old one says that there is a newer one, and nothing hangs", async ({
  page,
  context,
}) => {
  const other = await makeOtherBuild();
  const host = await startStaticHost("dist/page");
  await page.goto(host.url);
  await kept(page);
  const script = (tab: Page) => tab.evaluate(() => document.querySelector<HTMLScriptElement>("script[src]")?.src ?? "");
  const oldScript = await script(page);

  host.serve(other.folder);
  const second = await context.newPage();
  // A server that does not answer within its 4 s counts as away: then what is kept is shown, the old build.
  await expect(async () => {
    await second.goto(host.url);
    expect(await script(second)).not.toBe(oldScript);
  }).toPass();
  const notice = (tab: Page) => tab.getByRole("status").filter({ hasText: "A newer Tickwork is ready." });
  await expect(notice(page)).toBeVisible({ timeout: 60_000 });
  await expect(notice(second)).toHaveCount(0);

  // What the server has no more is there for the old tab: it runs a workflow, and the new one takes it over.
  const status = async (url: string) => (await fetch(url)).status;
  expect(await page.evaluate(status, oldScript)).toBe(200);
  const engine = page.workers().find((worker) => worker.url().includes("engine"));
  expect(await engine?.evaluate(status, oldScript)).toBe(200);
  await new HomePage(page).runExample();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-owner", "this-tab");
  await second.goto(`${host.url}/#/r/${await run.id()}`);
  const there = new RunPage(second);
  await expect(there.run).toHaveAttribute("data-owner", "other-tab");
  await there.button("Take over").click();
  await expect(there.run).toHaveAttribute("data-owner", "this-tab");
  await expect(run.run).toHaveAttribute("data-owner", "other-tab");

  // With its last tab the old build goes.
  expect(await second.evaluate(async () => (await caches.keys()).length)).toBe(2);
  await notice(page).getByRole("button", { name: "Reload" }).click();
  // Between the two documents there is no notice and no script.
  const newScript = await script(second);
  await page.waitForFunction((src) => document.querySelector<HTMLScriptElement>("script[src]")?.src === src, newScript);
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(() => second.evaluate(async () => (await caches.keys()).length), { timeout: 30_000 }).toBe(1);

  // A database of a later version: both let go of it at once and say so.
  const opened = await second.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open("tickwork", 9_999);
        request.onsuccess = () => resolve("opened");
        request.onblocked = () => resolve("blocked");
      }),
  );
  expect(opened).toBe("opened");
  for (const tab of [page, second]) {
    await expect(tab.getByText("This tab is out of date.")).toBeVisible();
    await expect(tab.getByRole("banner")).toContainText("this tab is out of date");
  }
  await host.stop();
  await other.remove();
});
