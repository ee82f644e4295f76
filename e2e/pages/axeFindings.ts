import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    context: { readonly exclude: readonly string[] },
    options: { readonly resultTypes: readonly ["violations"]; readonly runOnly?: readonly string[] },
  ): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>;
}

/**
 * What axe finds, as `rule: element`; the expected value is always the empty list. The page must bypass its CSP.
 * `only` names the rules to look at, else all.
 */
export async function axeFindings(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    // They hang beside the page's landmarks, and only repeat the name of what has the focus.
    const tooltips = { exclude: ["[data-base-ui-portal]:has(.tw-tooltip)"] };
    // Nobody reads how each element passed.
    const { violations } = await axe.run(tooltips, { resultTypes: ["violations"], ...(runOnly && { runOnly }) });
    // A menu is reached from its button, not by landmarks.
    const isMenu = (html: string) => /^<[^>]* role="(menu|listbox)"/.test(html);
    return violations.flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => id !== "region" || !isMenu(html)).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, only);
}
