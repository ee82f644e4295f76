import { expect, type Locator, type Page } from "@playwright/test";

/** The page of one run. */
export class RunPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The element that carries how the run stands. */
  get run(): Locator {
    return this.page.locator("[data-run]");
  }

  step(id: string): Locator {
    return this.page.locator(`[data-step="${id}"]`);
  }

  async select(id: string): Promise<void> {
    await this.step(id).locator(".tw-card-title").click();
  }

  /** An ask, by the title of its step. */
  ask(title: string): Locator {
    return this.page.getByRole("form", { name: title });
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async ended(outcome: string): Promise<void> {
    await expect(this.run).toHaveAttribute("data-outcome", outcome, { timeout: 60_000 });
    await expect(this.run).toHaveAttribute("data-lifecycle", "completed");
  }

  async id(): Promise<string> {
    const id = await this.run.getAttribute("data-run");
    if (!id) throw new Error("the run has no id");
    return id;
  }
}
