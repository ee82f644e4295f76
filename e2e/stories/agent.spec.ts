import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { type ModelServer, startModelServer } from "../pages/modelServer.ts";
import { RunPage } from "../pages/RunPage.ts";
import { SettingsPage } from "../pages/SettingsPage.ts";
import { test } from "../pages/storyTest.ts";

const key = "sk-story-7f3a9c";

let model: ModelServer;

test.beforeEach(async () => {
  model = await startModelServer();
});

test.afterEach(async () => {
  model.close();
});

test("[T15] a model is added by hand, its wrong answer is corrected, its text streams, and its key is nowhere", async ({
  browser,
  runner,
}) => {
  const page = await browser.newPage({ bypassCSP: true });
  const settings = new SettingsPage(page);
  await new HomePage(page).pair(runner.pairUrl);
  await settings.open();
  await settings.addModel({ name: "writer", url: model.url, secret: "MODEL_KEY", key });
  await expect(settings.list("Models")).toContainText("writer");
  await expect(settings.list("Models")).toContainText("default");
  await expect(settings.list("Secrets")).toContainText("MODEL_KEY");
  expect(await page.content()).not.toContain(key);
  expect(await axeFindings(page)).toEqual([]);

  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  model.answers.push(
    ['{"topic": "heating"}'],
    ['{"topic": "repair", ', held, '"urgent": true, "summary": "Room 12 is cold."}'],
  );
  await page.getByRole("link", { name: "Workflows" }).first().click();
  await page.getByRole("button", { name: "Sort a message" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();

  const run = new RunPage(page);
  await expect.poll(() => model.asked.length, { timeout: 15_000 }).toBe(2);
  // The canvas fits its cards into view when it opens; a click that falls into that misses its card.
  await expect(async () => {
    await run.select("sort");
    await expect(page.getByRole("heading", { name: "Sort it" })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toContainText('{"topic": "repair",');
  await expect(answer).not.toContainText("Room 12");
  await expect(run.step("sort")).toHaveAttribute("data-status", "running");
  goOn();
  await run.ended("success");
  await expect(answer).toContainText("Room 12 is cold.");
  await expect(page.getByText("1,234 in, 21 out").first()).toBeVisible();
  await expect(page.getByText("At once, repair: Room 12 is cold.").first()).toBeVisible();

  expect(model.asked.map(({ authorization }) => authorization)).toEqual([`Bearer ${key}`, `Bearer ${key}`]);
  const [first, second] = model.asked;
  expect(first?.body.messages).toHaveLength(2);
  expect(second?.body.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(second?.body.messages[3]?.content).toContain("cannot be used");

  const download = page.waitForEvent("download");
  await run.button("Export log").click();
  const log = await readFile(await (await download).path(), "utf8");
  expect(log).toContain("Room 12 is cold.");
  expect(log).toContain('{\\"topic\\": \\"heating\\"}');
  expect(log).not.toContain(key);
  await page.close();
});

test("a tab that is paired with nobody asks a local model itself: consent to its host, what to do about CORS, its text as it comes", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Ask here",
    steps: {
      ask: {
        kind: "agent",
        accepts: ["Start"],
        emits: { done: "Asked", error: "AskFailed" },
        config: { via: "tab", url: model.url, model: "tiny", prompt: "Is it warm?" },
        output: { type: "object", properties: { warm: { type: "boolean" } }, required: ["warm"] },
      },
      tell: { kind: "stop", accepts: ["Asked"], config: { result: "event.data.output" } },
      explain: { kind: "stop", accepts: ["AskFailed"], config: { result: "event.data.error.message" } },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const consent = page.getByRole("dialog", { name: "This workflow sends requests" });
  await expect(consent.getByText(new URL(model.url).host)).toBeVisible();
  await consent.getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await run.ended("success");
  await expect(page.getByText(/OLLAMA_ORIGINS=http/).first()).toBeVisible();
  expect(model.asked).toEqual([]);

  model.isOpen = true;
  let goOn: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  model.answers.push(["Yes, it is."], ['{"warm": ', held, "true}"]);
  await page.goBack();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect.poll(() => model.asked.length).toBe(2);
  await expect(async () => {
    await run.select("ask");
    await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText('{"warm":', {
      timeout: 2_000,
    });
  }).toPass({ timeout: 20_000 });
  goOn();
  await run.ended("success");
  await expect(page.getByText("1,234 in, 21 out").first()).toBeVisible();
  expect(model.asked.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  expect(model.asked[1]?.body.messages.at(-1)?.content).toContain("cannot be used");
});

test("what the runner keeps can be taken away again: approvals, models, secrets, the page's own token", async ({
  page,
  runner,
}) => {
  const settings = new SettingsPage(page);
  await new HomePage(page).pair(runner.pairUrl);
  await settings.open();
  await expect(page.getByText("No secret is set yet.")).toBeVisible();
  await settings.addModel({ name: "writer", url: model.url, secret: "MODEL_KEY", key });
  model.answers.push(['{"topic": "bill", "urgent": false, "summary": "A bill."}']);
  await page.getByRole("link", { name: "Workflows" }).first().click();
  await page.getByRole("button", { name: "Sort a message" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await new RunPage(page).ended("success");

  await settings.open();
  await expect(settings.list("Approvals")).toContainText("Sort a message");
  await page.getByRole("button", { name: "Withdraw what Sort a message may do" }).click();
  await settings.confirm("Withdraw");
  await expect(page.getByText("Nothing was allowed yet.")).toBeVisible();

  await page.getByRole("button", { name: "Delete MODEL_KEY" }).click();
  await settings.confirm("Delete");
  await expect(settings.list("Models")).toContainText("the secret MODEL_KEY is not set");
  await page.getByRole("button", { name: "Delete writer" }).click();
  await settings.confirm("Delete");
  await expect(page.getByText("No model yet.")).toBeVisible();

  await expect(settings.list("Tokens")).toContainText("this page");
  await page.getByRole("button", { name: /^Revoke/ }).click();
  await settings.confirm("Revoke");
  await expect(page.getByRole("button", { name: "Runner: runner · refused" })).toBeVisible();
});
