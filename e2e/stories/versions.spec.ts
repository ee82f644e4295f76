import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { test } from "../pages/storyTest.ts";

test("undo goes on after a reload, an earlier version is compared, restored, and taken back", async ({
  page,
  runner,
}) => {
  const { keyboard } = page;
  const editor = new EditorPage(page);
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Three ways for an order" }).click();
  await expect(editor.step("Start")).toBeVisible();
  await editor.select("total");
  await editor.field("Title").fill("All together");
  await editor.step("total").click();
  await editor.addByKey("code", "code");
  await editor.saved();

  await page.reload();
  await expect(editor.step("code")).toBeVisible();
  await keyboard.press("ControlOrMeta+z");
  await expect(editor.step("code")).toHaveCount(0);
  // The typing is one step of its own.
  await keyboard.press("ControlOrMeta+z");
  await expect(editor.step("total")).toContainText("Compute the total");
  await keyboard.press("ControlOrMeta+Shift+z");
  await keyboard.press("ControlOrMeta+Shift+z");
  await expect(editor.step("code")).toBeVisible();
  await expect(editor.step("total")).toContainText("All together");
  await editor.saved();

  await page.getByRole("button", { name: "More about this workflow" }).click();
  await page.getByRole("menuitem", { name: /Versions/ }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await versions.getByRole("button", { name: /The first version/ }).click();
  await expect(versions).toContainText("code was added");
  await expect(versions).toContainText("All together was changed");
  await expect(versions.locator(".tw-diff-removed")).toContainText("Compute the total");
  await versions.getByRole("button", { name: "On the canvas" }).click();
  const earlier = page.getByRole("region", { name: "Canvas of an earlier version" });
  await expect(earlier.locator('[data-step="total"]')).toContainText("Compute the total");
  await expect(earlier.locator('[data-step="total"]')).toContainText("changed since");
  await expect(earlier.locator('[data-step="code"]')).toHaveCount(0);
  // Nothing acts on what cannot be seen.
  await keyboard.press("Delete");
  await keyboard.press("Escape");
  await expect(earlier).toHaveCount(0);
  await expect(editor.step("code")).toBeVisible();
  await versions.getByRole("button", { name: "Restore" }).click();
  await expect(editor.step("code")).toHaveCount(0);
  await expect(editor.step("total")).toContainText("Compute the total");
  await expect(versions).toContainText("It is the same as what you see now.");
  // However young it is, what stood here is a version now.
  await expect(versions.getByRole("button", { name: /“code” added/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect(editor.step("code")).toBeVisible();
  await editor.saved();
  await versions.getByRole("button", { name: "Open as a copy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Three ways for an order (earlier)" })).toBeAttached();
  await expect(editor.step("code")).toHaveCount(0);
});

test("two tabs that save the same workflow keep both documents", async ({ page, context, runner }) => {
  const editor = new EditorPage(page);
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Three ways for an order" }).click();
  await expect(editor.step("Start")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  const there = new EditorPage(other);
  await expect(there.step("Start")).toBeVisible();

  const name = (tab: typeof page) => tab.getByRole("textbox", { name: "Name of the workflow" });
  await name(page).fill("Mine");
  await name(page).press("Enter");
  await editor.saved();
  await expect(other.getByText("Another tab changed this workflow.")).toBeVisible();
  await name(other).fill("Also mine");
  await name(other).press("Enter");
  const notice = (tab: typeof page) => tab.getByText("Another tab saved this workflow.");
  await expect(notice(other)).toBeVisible();
  const address = other.url();
  other.on("dialog", (dialog) => void dialog.accept());
  await other.reload();
  await expect(notice(other)).toBeVisible();
  await other.getByRole("button", { name: "Keep both" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Also mine (yours)" })).toBeAttached();

  // It is settled: who opens theirs again sees theirs.
  await other.goto(address);
  await expect(name(other)).toHaveValue("Mine");
  await expect(there.step("Start")).toBeVisible();
  await there.saved();
  await name(page).fill("Mine, once more");
  await name(page).press("Enter");
  await editor.saved();
  await name(other).fill("In its place");
  await name(other).press("Enter");
  await other.getByRole("button", { name: "Replace theirs" }).click();
  await there.saved();
  await other.getByRole("button", { name: "More about this workflow" }).click();
  await other.getByRole("menuitem", { name: /Versions/ }).click();
  const versions = other.getByRole("region", { name: "Versions" });
  await versions.getByRole("button", { expanded: false }).nth(1).click();
  await expect(versions.locator(".tw-diff-removed")).toContainText("Mine, once more");

  // Undo brings back what was given up for theirs.
  await name(page).fill("Mine at last");
  await name(page).press("Enter");
  await page.getByRole("button", { name: "Show theirs" }).click();
  await expect(name(page)).toHaveValue("In its place");
  await editor.saved();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(name(page)).toHaveValue("Mine at last");
  await editor.saved();
  await page.goto(runner.url);
  for (const kept of ["Mine at last", "Also mine (yours)"])
    await expect(
      page
        .getByRole("link", { name: kept, exact: true })
        .or(page.getByText(kept, { exact: true }))
        .first(),
    ).toBeVisible();
});

test("three tabs, two workflows: what was typed and not finished is there when all are reloaded", async ({
  page,
  context,
  runner,
}) => {
  const [other, second] = [await context.newPage(), await context.newPage()];
  const pages = [page, other, second];
  for (const one of pages) one.on("dialog", (dialog) => void dialog.accept());
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Three ways for an order" }).click();
  await expect(new EditorPage(page).step("total")).toBeVisible();
  await second.goto(page.url());
  await other.goto(runner.url);
  await other.getByRole("button", { name: "Order and payment" }).click();
  await expect(new EditorPage(other).step("bank")).toBeVisible();
  await expect(new EditorPage(second).step("total")).toBeVisible();

  await new EditorPage(page).select("total");
  await new EditorPage(page).field("Title").fill("Sum it");
  await other.getByLabel("Name of the workflow").fill("Half a na");
  await Promise.all(pages.map((one) => one.reload()));
  await expect(new EditorPage(page).step("total")).toContainText("Sum it");
  await expect(other.getByLabel("Name of the workflow")).toHaveValue("Half a na");
  await new EditorPage(page).saved();
  await new EditorPage(other).saved();
  await second.reload();
  await expect(new EditorPage(second).step("total")).toContainText("Sum it");
  await new EditorPage(second).saved();
});

test("a database that is cleared under the editor takes nothing from the screen, and one click saves again", async ({
  page,
  runner,
}) => {
  const editor = new EditorPage(page);
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Three ways for an order" }).click();
  await expect(editor.step("total")).toBeVisible();
  await editor.saved();
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: runner.url, storageTypes: "indexeddb" });
  await editor.select("total");
  await editor.field("Title").fill("Still here");
  await page.getByRole("button", { name: "Save it again" }).click();
  await editor.saved();
  await page.reload();
  await expect(editor.step("total")).toContainText("Still here");
});

test("with the storage full the work stays in memory, an export is offered, and saving recovers by itself", async ({
  page,
  runner,
}) => {
  const editor = new EditorPage(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: runner.url, quotaSize: 600_000 });
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Three ways for an order" }).click();
  await expect(editor.step("Start")).toBeVisible();
  const description = page.getByRole("region", { name: "Settings" }).getByLabel("Description");
  const length = 1_000_000;
  // Letters that no storage packs.
  const text = Array.from({ length: length / 10 }, () =>
    Math.random().toString(36).slice(2).padEnd(10, "x").slice(0, 10),
  );
  await description.fill(text.join(""));
  await expect(page.getByText(/^Not saved: /)).toBeVisible({ timeout: 30_000 });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export a copy" }).click();
  expect((await download).suggestedFilename()).toBe("Three-ways-for-an-order.workflow.json");
  expect((await description.inputValue()).length).toBe(length);
  await session.send("Storage.overrideQuotaForOrigin", { origin: runner.url });
  // Nobody presses anything: it is tried again by itself.
  await editor.saved();
});
