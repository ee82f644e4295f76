import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

let server: Server;
let address = "";
/** What the webhook brought. */
let told: { readonly observed: string; readonly step?: string; readonly outcome?: string }[];

test.beforeEach(async () => {
  told = [];
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type");
    response.writeHead(request.method === "POST" ? 200 : 204).end();
    if (request.method === "POST") told.push(JSON.parse(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

test("[T31] a finished step is shown, posted and handed to a program, once each; a hook that fails is said and steers nothing", async ({
  page,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Observed",
    steps: {
      work: {
        kind: "command",
        title: "Work",
        accepts: ["Start"],
        emits: { done: "Worked" },
        config: { argv: ["true"] },
      },
      sure: {
        kind: "ask",
        title: "Sure?",
        accepts: ["Worked"],
        emits: { yes: "Sure" },
        config: { question: "Go on?", choices: ["yes"] },
      },
      end: { kind: "stop", accepts: ["Sure"], config: { result: "'kept'" } },
    },
    hooks: {
      show: { on: ["step finished"], steps: ["work"], notify: { title: "Work is done", text: "Have a look." } },
      post: { on: ["step finished", "run completed"], steps: ["work"], webhook: { url: `${address}/told` } },
      note: { on: ["run completed"], command: { argv: ["sh", "-c", "cat >> noted.txt; echo >> noted.txt"] } },
      broken: { on: ["run started"], webhook: { url: `${address.replace(/\d+$/, "1")}/nobody` } },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const consent = page.getByRole("dialog");
  await expect(consent.getByText(new URL(address).host)).toBeVisible();
  await expect(consent.getByText(/noted\.txt/)).toBeVisible();
  await consent.getByRole("button", { name: "Allow" }).click();

  const run = new RunPage(page);
  const toast = page.getByText("Work is done: Have a look.");
  await expect(toast).toBeVisible();
  await expect(page.getByRole("button", { name: "Open", exact: true })).toBeVisible();
  await expect
    .poll(() => told.map(({ observed, step, outcome }) => [observed, step, outcome]))
    .toEqual([["step finished", "work", "success"]]);
  await page.getByRole("tab", { name: "Journal" }).click();
  const journal = page.getByRole("tabpanel", { name: "Journal" });
  await expect(journal.getByText(/The hook show is told: Work finished; shown/)).toBeVisible();
  await expect(journal.getByText(/The hook post is told: Work finished; answered 200/)).toBeVisible();
  await expect(journal.getByText(/The hook broken is told: run started; No answer from/)).toBeVisible();

  // A reload calls nothing again.
  await page.reload();
  await run.ask("Sure?").getByRole("button", { name: "yes" }).click();
  await run.ended("success");
  await expect.poll(() => told.map(({ observed }) => observed)).toEqual(["step finished", "run completed"]);
  await expect
    .poll(() => readFile(join(runner.workspace, "noted.txt"), "utf8").catch(() => ""))
    .toContain("run completed");
  const noted = (await readFile(join(runner.workspace, "noted.txt"), "utf8")).trim().split("\n");
  expect(noted).toHaveLength(1);
  expect(JSON.parse(noted[0] ?? "")).toMatchObject({ hook: "note", observed: "run completed", outcome: "success" });
});
