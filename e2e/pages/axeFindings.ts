import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeNode {
  readonly html: string;
  /** Where it is: one selector, or several through frames and shadow roots. */
  readonly target: readonly unknown[];
}

interface Axe {
  run(
    context: { readonly exclude: readonly string[] },
    options: { readonly resultTypes: readonly ["violations"]; readonly runOnly?: readonly string[] },
  ): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly AxeNode[] }[];
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
    const isInMenu = ({ target: [selector] }: AxeNode) =>
      typeof selector === "string" &&
      document.querySelector(selector)?.closest('[role="menu"], [role="listbox"]') != null;
    return violations.flatMap(({ id, nodes }) =>
      nodes.filter((node) => id !== "region" || !isInMenu(node)).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, only);
}
