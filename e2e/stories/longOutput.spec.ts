import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

const lines = 1_000_000;
const lineOf = (number: number) => `${String(number).padStart(7, "0")} ${"x".repeat(91)}\n`;

test.beforeEach(async ({ runner }) => {
  const file = await open(join(runner.workspace, "big.txt"), "w");
  for (let from = 0; from < lines; from += 10_000)
    await file.write(Array.from({ length: 10_000 }, (_, index) => lineOf(from + index)).join(""));
  await file.close();
});

test("a command that prints 100 MB is looked at while it does: the page answers, holds little, and shows both ends", async ({
  page,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Prints",
    steps: {
      print: {
        kind: "command",
        title: "Print",
        accepts: ["Start"],
        emits: { done: "Printed" },
        config: { shell: { program: "sh", line: "while [ ! -e go ]; do sleep 0.1; done; cat big.txt" } },
      },
      end: { kind: "stop", accepts: ["Printed"], config: { result: "'printed'" } },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  const output = page.getByRole("region", { name: "Output", exact: true });
  await expect(async () => {
    await run.select("print");
    await expect(output).toContainText("Nothing printed yet.", { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.evaluate(() => {
    const seen = { longest: 0, frames: 0, said: new Set<string>() };
    Object.assign(window, { seen });
    let last = performance.now();
    const look = (now: number) => {
      seen.longest = Math.max(seen.longest, now - last);
      seen.frames++;
      last = now;
      const text = document.querySelector('section[aria-label="Output"] p')?.textContent;
      if (text) seen.said.add(text);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const file = await open(join(runner.workspace, "go"), "w");
  await file.close();
  await run.ended("success");
  await expect(output).toContainText(String(lines - 1));
  const figures = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { longest: number; frames: number; said: Set<string> } };
    const { memory } = performance as unknown as { memory?: { usedJSHeapSize: number } };
    return {
      longestFrameMs: Math.round(seen.longest),
      frames: seen.frames,
      said: [...seen.said],
      heapMB: Math.round((memory?.usedJSHeapSize ?? 0) / 1e6),
      drawnLines: document.querySelectorAll(".log-line").length,
    };
  });
  test.info().annotations.push({ type: "figures", description: JSON.stringify(figures) });
  console.log(figures);
  expect(figures.said).not.toContain("It printed nothing.");
  expect(figures.drawnLines).toBeLessThan(200);
  expect(figures.heapMB).toBeLessThan(250);
  // The head is there too, and what lies between is counted.
  await output.getByRole("log").evaluate((log) => log.scrollTo(0, 0));
  await expect(output).toContainText("0000000 ");
});
