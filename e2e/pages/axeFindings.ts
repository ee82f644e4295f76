import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const source = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run(options: { readonly resultTypes: readonly ["violations"] }): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>;
}

/** What axe finds, as `rule: element`; the expected value is always the empty list. The page must bypass its CSP. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    // Nobody reads how each element passed.
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}
