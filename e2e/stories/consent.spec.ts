import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { SettingsPage } from "../pages/SettingsPage.ts";
import { test } from "../pages/storyTest.ts";

let server: Server;
let host = "";
let asked = 0;

test.beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked++;
    response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
    response.end('"fine"');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

const weather = () => ({
  format: "tickwork/workflow@1",
  name: "Weather",
  steps: {
    sure: {
      kind: "ask",
      title: "Sure?",
      accepts: ["Start"],
      emits: { yes: "Sure" },
      config: { question: "Shall the server be asked?", choices: ["yes"] },
    },
    get: { kind: "http", title: "Get", accepts: ["Sure"], emits: { done: "Got" }, config: { url: `http://${host}/` } },
    tell: { kind: "stop", accepts: ["Got"], config: { result: "event.data.body" } },
  },
});

test("a file of a name that is here is skipped, copied, or takes its place; in its place it starts without consent", async ({
  page,
  runner,
}) => {
  const file = JSON.stringify(weather());
  const home = new HomePage(page);
  const run = page.getByRole("button", { name: "Run", exact: true });
  const consent = page.getByRole("dialog", { name: "This workflow sends requests" });
  const again = page.getByRole("dialog", { name: "“Weather” is here already" });
  const toHome = () => page.getByRole("link", { name: "Tickwork, start page" }).click();
  const cards = page.getByRole("article").filter({ hasText: "Weather" });
  await page.goto(runner.url);
  await home.importWorkflow(weather());
  await run.click();
  await consent.getByRole("button", { name: "Allow" }).click();
  await expect(new RunPage(page).ask("Sure?")).toBeVisible();

  await toHome();
  await expect(cards).toHaveCount(1);
  await home.chooseFile("weather.workflow.json", file);
  expect(await axeFindings(page)).toEqual([]);
  await again.getByRole("button", { name: "Do not import" }).click();
  await expect(again).toBeHidden();
  await expect(cards).toHaveCount(1);

  await home.chooseFile("weather.workflow.json", file);
  await again.getByRole("button", { name: "Replace Weather" }).click();
  await expect(page.locator('[data-step="Start"]')).toBeVisible();
  await run.click();
  await expect(consent).toBeVisible();
  await consent.getByRole("button", { name: "Do not run" }).click();

  await toHome();
  await expect(cards).toHaveCount(1);
  await home.chooseFile("weather.workflow.json", file);
  await again.getByRole("button", { name: "Import as a copy" }).click();
  await expect(page.locator('[data-step="Start"]')).toBeVisible();
  await toHome();
  await expect(cards).toHaveCount(2);
});

test("[T16] what a browser was allowed is listed and taken back while a run waits: the request is denied, and Retry failed asks again", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow(weather());
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await expect(run.ask("Sure?")).toBeVisible();
  const address = page.url();

  const settings = new SettingsPage(page);
  await settings.open();
  const approvals = page.getByRole("list", { name: "Approvals of this browser" });
  await expect(approvals).toContainText("Weather");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Withdraw what Weather may do from this browser" }).click();
  await settings.confirm("Withdraw");
  await expect(approvals).toBeHidden();

  await page.goto(address);
  await run.ask("Sure?").getByRole("button", { name: "yes" }).click();
  await expect(run.step("get")).toHaveAttribute("data-outcome", "denial");
  await run.ended("denial");
  expect(asked).toBe(0);

  await run.button("Retry failed").click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await expect(page).not.toHaveURL(address);
  await run.ask("Sure?").getByRole("button", { name: "yes" }).click();
  await run.ended("success");
  expect(asked).toBe(1);
});
