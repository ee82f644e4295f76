import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";

/** Bytes from which a file is chosen by its path. */
const largeFile = 1_000_000;

/** In the folder of the story's results, which goes with the next run. */
async function onDisk(name: string, content: Buffer): Promise<string> {
  const path = test.info().outputPath("chosen", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** The start page. */
export class HomePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the printed address and waits until the page has taken the token out of it. */
  async pair(pairUrl: string): Promise<void> {
    await this.page.goto(pairUrl);
    await expect(this.page).not.toHaveURL(/pair/);
    await expect(this.page.getByRole("button", { name: /Runner: runner · repo/ })).toBeVisible();
  }

  /** Chooses one file in the import dialog. */
  async chooseFile(name: string, content: string | Buffer): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /Choose files/ }).click();
    const buffer = Buffer.from(content);
    // What is given as bytes goes to the browser as text: of a large file that takes seconds.
    const given =
      buffer.length < largeFile ? { name, mimeType: "application/octet-stream", buffer } : await onDisk(name, buffer);
    await (await chooser).setFiles(given);
  }

  /** Imports a file that is not shown at once; answers the report about it. */
  async importFile(name: string, content: string | Buffer): Promise<Locator> {
    await this.chooseFile(name, content);
    const report = this.page.getByRole("dialog", { name: "What was imported" });
    await expect(report).toBeVisible({ timeout: 30_000 });
    return report;
  }

  async closeReport(): Promise<void> {
    const report = this.page.getByRole("dialog", { name: "What was imported" });
    await report.getByRole("button", { name: "Close" }).last().click();
    await expect(report).toBeHidden();
  }

  /** Imports a workflow, which opens it in the editor. */
  async importWorkflow(workflow: object): Promise<void> {
    await this.chooseFile("story.workflow.json", JSON.stringify(workflow));
    await expect(this.page.locator('[data-step="Start"]')).toBeVisible();
  }

  /** Begins the first example with the input it proposes. */
  async runExample(): Promise<void> {
    await this.page.getByRole("button", { name: "Run the example" }).click();
    await this.page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  }
}
