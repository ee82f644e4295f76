import { expect, type Locator, type Page } from "@playwright/test";

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
    await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
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
