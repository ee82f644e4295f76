import { expect } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { RunPage } from "../pages/RunPage.ts";
import { test } from "../pages/storyTest.ts";

test.use({ bypassCSP: true });

test("[R72] the elements of a task and of an event step are listed, failures first, and each leads to its attempt", async ({
  page,
  runner,
}) => {
  await new HomePage(page).pair(runner.pairUrl);
  await new HomePage(page).importWorkflow({
    format: "tickwork/workflow@1",
    name: "Matrix",
    steps: {
      double: {
        kind: "transform",
        title: "Double",
        accepts: ["Start"],
        forEach: "[1..3]",
        config: { expression: "item * 2" },
      },
      check: {
        kind: "command",
        title: "Check",
        needs: [],
        forEach: "[1..12]",
        workers: 4,
        allowFailure: true,
        config: { shell: { program: "sh", line: 'echo "this is $N"; [ $((N % 5)) -ne 0 ]' }, env: { N: "{{ item }}" } },
      },
    },
  });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  const run = new RunPage(page);
  await expect(run.run).toHaveAttribute("data-lifecycle", "completed", { timeout: 60_000 });
  const elements = page.getByRole("region", { name: "Elements" });

  await run.select("double");
  await expect(elements).toContainText("3 elements: 3 done");
  await run.select("check");
  await expect(elements).toContainText("12 elements: 2 failed, 10 done");
  const rows = elements.getByRole("button");
  await expect(rows.nth(0)).toContainText("failed");
  await expect(rows.nth(1)).toHaveAttribute("data-element", "9");
  await rows.nth(1).click();
  await expect(rows.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "Output", exact: true })).toContainText("this is 10");
  await page.emulateMedia({ colorScheme: "light" });
  expect(await axeFindings(page)).toEqual([]);
});
