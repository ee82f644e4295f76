import { expect, type Locator, type Page } from "@playwright/test";

/** The settings, as far as the runner keeps things. */
export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Settings", exact: true }).click();
    await expect(this.page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
  }

  list(name: "Models" | "Secrets" | "Approvals" | "Tokens"): Locator {
    return this.page.getByRole("list", { name, exact: true });
  }

  /** Adds a model whose key goes into a new secret on the way. */
  async addModel(model: { name: string; url: string; secret: string; key: string }): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: "Add a model" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a model" });
    await dialog.getByLabel("Name", { exact: true }).fill(model.name);
    await dialog.getByLabel("Address", { exact: true }).fill(model.url);
    await dialog.getByRole("combobox", { name: "Key" }).click();
    await page.getByRole("option", { name: "A new secret …" }).click();
    await dialog.getByLabel("Name of the secret").fill(model.secret);
    await dialog.getByLabel("Value of the key").fill(model.key);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  /** Says yes to what is asked before something is gone. */
  async confirm(action: string): Promise<void> {
    await this.page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
    await expect(this.page.getByRole("dialog")).toBeHidden();
  }
}
