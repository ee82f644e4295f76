import { expect, type Locator, type Page } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { test } from "../pages/storyTest.ts";

test("a workflow is built, renamed, mended and taken apart in the outline, by keyboard alone", async ({
  page,
  runner,
}) => {
  const { keyboard } = page;
  const editor = new EditorPage(page);
  await page.goto(runner.url);
  await page.getByRole("button", { name: "New workflow", exact: true }).first().click();
  await expect(editor.step("Start")).toBeVisible();
  await keyboard.press("o");
  const outline = page.getByRole("tree", { name: "Outline" });
  const line = (name: RegExp) => outline.getByRole("treeitem", { name });
  await expect(line(/^Start/)).toBeFocused();

  const add = async (kind: string, name: RegExp) => {
    await keyboard.press("a");
    await expect(page.getByRole("dialog", { name: /^Add step/ }).getByRole("combobox")).toBeFocused();
    await keyboard.type(kind);
    await keyboard.press("Enter");
    await expect(line(name)).toBeFocused();
  };
  await add("transform", /^transform\b.*Transform/);
  await add("stop", /^stop\b.*Stop/);
  await expect(line(/^leads to\s+stop\b.*TransformDone/)).toBeVisible();
  await keyboard.press("Home");
  await keyboard.press("ArrowDown");
  await expect(line(/^leads to\s+transform/)).toBeFocused();
  // Enter follows the wire; F2 gives the step another title.
  await keyboard.press("Enter");
  await expect(line(/^transform/)).toBeFocused();
  await keyboard.press("F2");
  await keyboard.insertText("Add up");
  await keyboard.press("Enter");
  await expect(line(/^Add up\b.*Transform/)).toBeFocused();
  await expect(editor.step("transform")).toContainText("Add up");

  // A wire goes, the problem says so, and its fix draws the wire again.
  await keyboard.press("ArrowDown");
  await keyboard.press("Delete");
  await expect(line(/^leads to\s+stop/)).toHaveCount(0);
  await page.getByRole("button", { name: /problems?$/ }).click();
  await page.getByRole("button", { name: "Connect Add up to stop" }).click();
  await expect(editor.wire("transform", "TransformDone", "stop")).toHaveCount(1);
  await line(/^stop/).focus();
  await keyboard.press("Delete");
  await expect(editor.step("stop")).toHaveCount(0);
  await editor.saved();
});

async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whether the hint stands over a card. */
function coversCard(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const hint = document.querySelector('[aria-label="First steps"]')?.getBoundingClientRect();
    if (hint === undefined) return false;
    return [...document.querySelectorAll(".react-flow__node")].some((node) => {
      const card = node.getBoundingClientRect();
      return card.left < hint.right && hint.left < card.right && card.top < hint.bottom && hint.top < card.bottom;
    });
  });
}

test("the first hint leaves a card that comes under it, leads on, and goes for good", async ({ page, runner }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const editor = new EditorPage(page);
  await page.goto(runner.url);
  await page.getByRole("button", { name: "Three ways for an order" }).click();
  await expect(editor.step("Start")).toBeVisible();
  // The first hint stands there, and goes for good.
  await expect(page.getByRole("complementary", { name: "First steps" })).toContainText("Click a card");
  await editor.select("total");
  const hint = page.getByRole("complementary", { name: "First steps" });
  await expect(hint).toContainText("Add a step");
  // A card that comes under it sends it away, and when there is room it is back.
  const stood = await middleOf(hint);
  const total = await middleOf(editor.step("total"));
  await editor.dragBy(editor.step("total"), { x: stood.x - total.x, y: stood.y - total.y });
  await expect.poll(() => coversCard(page)).toBe(false);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(hint).toContainText("Add a step");
  await page.getByRole("button", { name: "No more hints" }).click();
  await page.reload();
  await expect(editor.step("Start")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "First steps" })).toHaveCount(0);
});
