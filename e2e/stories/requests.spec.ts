import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

let server: Server;
let host = "";
/** Whether the server allows pages of other origins to read it. */
let open = false;
let asked = 0;

test.beforeEach(async () => {
  open = false;
  asked = 0;
  server = createServer((request, response) => {
    if (request.method === "GET") asked++;
    response.writeHead(200, {
      "content-type": "application/json",
      ...(open && { "access-control-allow-origin": "*" }),
    });
    response.end('{"weather": "fine"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterEach(async () => {
  server.closeAllConnections();
  server.close();
});

test("a request is sent after consent to its host; a server that allows no other origin is named with what to do", async ({
  page,
  runner,
}) => {
  await page.goto(runner.url);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Weather",
    steps: {
      ask: {
        kind: "http",
        accepts: ["Start"],
        emits: { done: "AskDone", error: "AskFailed" },
        config: { url: `http://${host}/weather` },
      },
      tell: { kind: "stop", accepts: ["AskDone"], config: { result: "event.data.body.weather" } },
      explain: { kind: "stop", accepts: ["AskFailed"], config: { result: "event.data.error.message" } },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const consent = page.getByRole("dialog", { name: "This workflow sends requests" });
  await expect(consent.getByText(host)).toBeVisible();
  expect(asked).toBe(0);
  await consent.getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await run.ended("success");
  await expect(page.getByText(/answers, but does not allow this page to read it/).first()).toBeVisible();

  open = true;
  await page.goBack();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await run.ended("success");
  await expect(page.getByText(/fine/).first()).toBeVisible();
});
