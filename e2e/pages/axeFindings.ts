import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, as `rule: element`; the expected value is always the empty list. The page must bypass its CSP. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  return page.evaluate(async () => {
    const engine = (globalThis as unknown as { axe: { run(): Promise<{ violations: AxeFinding[] }> } }).axe;
    interface AxeFinding {
      id: string;
      nodes: { html: string }[];
    }
    const { violations } = await engine.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}
