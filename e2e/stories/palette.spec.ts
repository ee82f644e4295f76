import { expect } from "@playwright/test";
import { EditorPage } from "../pages/EditorPage.ts";
import { test } from "../pages/storyTest.ts";

test("everything is found and done from the command palette, and text fields keep their keys", async ({
  page,
  runner,
}) => {
  const { keyboard } = page;
  const editor = new EditorPage(page);
  const palette = page.getByRole("dialog", { name: "Search or do anything" });
  const choose = async (typed: string, name: string | RegExp) => {
    await keyboard.press("ControlOrMeta+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await keyboard.insertText(typed);
    await expect(palette.getByRole("option", { selected: true })).toHaveText(name);
    await keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };
  await page.goto(runner.url);
  await expect(page.getByRole("heading", { name: "Workflows" })).toBeVisible();

  await choose("new workflow", /^New workflow/);
  await expect(editor.step("Start")).toBeVisible();
  await choose("add transform", /^Add Transform/);
  await expect(editor.wire("Start", "Start", "transform")).toHaveCount(1);
  await choose("add stop", /^Add Stop/);
  await expect(editor.wire("transform", "TransformDone", "stop")).toHaveCount(1);
  await choose("transform", /^transform/);
  await expect(page.locator(".react-flow__node", { has: editor.step("transform") })).toBeFocused();

  // In a text field letters are letters and Backspace takes letters away; the palette's own key still opens it.
  await editor.field("Title").fill("Sum");
  await keyboard.press("Shift+Backspace");
  await keyboard.press("ControlOrMeta+Backspace");
  await expect(editor.field("Title")).toHaveValue("");
  await keyboard.press("A");
  await expect(editor.field("Title")).toHaveValue("A");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(editor.step("transform")).toBeVisible();
  await keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeVisible();
  // Over the palette nothing of the page acts, and its own key closes it.
  await keyboard.press("Delete");
  await keyboard.press("ControlOrMeta+z");
  await keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeHidden();
  await expect(editor.step("transform")).toContainText("A");
  await expect(editor.field("Title")).toBeFocused();

  // Typed without a look: each key waits for what the one before it led to.
  await editor.card("transform").focus();
  await keyboard.press("ControlOrMeta+k");
  await keyboard.type("add command");
  await keyboard.press("Enter");
  await keyboard.press("ControlOrMeta+k");
  await keyboard.type("show the problems");
  await expect(palette.getByRole("option", { selected: true })).toHaveText(/^Show the problems/);
  await keyboard.press("Enter");
  await expect(page.locator("[data-problem]").first()).toBeVisible();

  await choose("delete this", /^Delete this workflow/);
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog", { name: /Delete/ }));
  await expect(question).toBeVisible();
  await keyboard.press("ControlOrMeta+k");
  await expect(palette).toBeHidden();
  await keyboard.press("Escape");
  await expect(question).toBeHidden();

  await choose("start page", /^Start page/);
  await expect(page.getByRole("heading", { name: "Runs", exact: true })).toBeVisible();
  await keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Search or do anything");
  await keyboard.press("Escape");
  await choose("order and payment", /^Order and payment/);
  await expect(page.getByRole("heading", { level: 1, name: "Order and payment" })).toBeAttached();
});
