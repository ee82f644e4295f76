import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../pages/axeFindings.ts";
import { HomePage } from "../pages/HomePage.ts";
import { layoutFindings } from "../pages/layoutFindings.ts";
import { editorStates, type PageState, runStates } from "../pages/pageStates.ts";
import { test } from "../pages/storyTest.ts";

/** 1,440 × 860 at 200 %, and what is left of a small laptop at 200 %. */
const zoomed = [
  { width: 720, height: 430 },
  { width: 512, height: 350 },
];

for (const [place, states] of [
  ["start page and editor", editorStates],
  ["runs and settings", runStates],
] as const)
  test(`${place}, every panel and dialog, in both themes, small windows and at 200 %: axe, reach, focus`, async ({
    browser,
    runner,
  }) => {
    const page = await browser.newPage({ colorScheme: "dark", bypassCSP: true });
    await new HomePage(page).pair(runner.pairUrl);
    const findings: string[] = [];
    const shown = new Set<string>();
    for (const state of states) {
      await state.open(page, runner);
      findings.push(...(await findingsOf(page, shown)).map((finding) => `${state.name}: ${finding}`));
      await leave(page, state);
    }
    await page.close();
    expect(findings).toEqual([]);
  });

async function findingsOf(page: Page, shown: Set<string>): Promise<string[]> {
  const findings: string[] = [];
  const look = async (words: string, found: Promise<string[]>) => {
    for (const finding of await found) findings.push(`${words}: ${finding}`);
  };
  await look("dark", axeFindings(page));
  await page.emulateMedia({ colorScheme: "light" });
  await look("light", axeFindings(page, ["color-contrast"]));
  await page.emulateMedia({ colorScheme: "dark" });
  // A list hangs on its field, which is elsewhere in another window.
  if ((await page.getByRole("listbox").count()) > 0) return findings;
  await resize(page, { width: 1024, height: 700 });
  await look("1024", layoutFindings(page, { shown }));
  const isPage =
    (await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]').count()) === 0;
  for (const size of zoomed) {
    await resize(page, size);
    await look(`${size.width}`, layoutFindings(page));
    if (!isPage) continue;
    for (const rail of await page.locator(".tw-split-rail > button").all()) {
      await rail.press("Enter");
      await look(`${size.width}, ${await rail.getAttribute("aria-label")}`, layoutFindings(page));
      await rail.press("Enter");
    }
  }
  await resize(page, { width: 1440, height: 860 });
  return findings;
}

async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What lay over the page goes by Escape, and the focus does not fall out of the page. */
async function leave(page: Page, { name, layer }: PageState): Promise<void> {
  if (layer === undefined) return;
  await page.keyboard.press("Escape");
  await expect(page.getByRole(layer), name).toHaveCount(0);
  await expect(page.locator("body"), name).not.toBeFocused();
}
