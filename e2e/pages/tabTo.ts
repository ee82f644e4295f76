import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 150; presses++) {
    const there = await wanted.evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot;
      return root.activeElement === element;
    });
    if (there) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${wanted}`);
}
