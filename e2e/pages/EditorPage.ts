import { expect, type Locator, type Page } from "@playwright/test";

/** The editor as a person with a mouse uses it. */
export class EditorPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  step(id: string): Locator {
    return this.page.locator(`[data-step="${id}"]`);
  }

  wire(from: string, event: string, to: string): Locator {
    return this.page.locator(`[data-wire="${from}:${event}:${to}"]`);
  }

  /** Drags a kind out of the palette; `at` is a place inside the canvas, px from its upper left corner. */
  async dragStep(kind: string, id: string, at: { x: number; y: number }): Promise<void> {
    const canvas = await this.box(this.page.getByRole("region", { name: "Canvas" }));
    await this.drag(await this.middle(this.page.locator(`[data-palette="${kind}"]`)), {
      x: canvas.x + at.x,
      y: canvas.y + at.y,
    });
    await expect(this.step(id)).toBeVisible();
  }

  /** Drags a kind out of the palette onto the middle of a wire. */
  async dropOnWire(kind: string, wire: Locator): Promise<void> {
    await this.rested();
    await this.drag(await this.middle(this.page.locator(`[data-palette="${kind}"]`)), await this.middle(wire));
  }

  /** Draws a wire from an output port to the input of a step. */
  async connect(from: string, port: string, to: string): Promise<void> {
    await this.rested();
    await this.drag(
      await this.middle(this.page.locator(`[data-port="${from}:${port}"]`)),
      await this.middle(this.page.locator(`[data-port="${to}:in"]`)),
    );
    await expect(this.page.locator(`[data-wire^="${from}:"][data-wire$=":${to}"]`)).toHaveCount(1);
  }

  /** Pulls a wire out of a port, lets it go over empty canvas, and picks the step that hangs on it. */
  async hang(from: string, port: string, kind: string, id: string): Promise<void> {
    const list = await this.pull(from, port);
    await list.locator(`[cmdk-item][data-value="${kind}"]`).click();
    await expect(list).toBeHidden();
    await expect(this.page.locator(`[data-wire^="${from}:"][data-wire$=":${id}"]`)).toHaveCount(1);
  }

  /** Pulls a wire out of a port and lets it go over empty canvas; answers the list of steps to hang on it. */
  async pull(from: string, port: string): Promise<Locator> {
    // The canvas brings what was added last into view.
    await this.rested();
    await this.drag(await this.middle(this.page.locator(`[data-port="${from}:${port}"]`)), await this.emptyPlace());
    const list = this.page.getByRole("dialog", { name: /^Add step after/ });
    await expect(list).toBeVisible();
    return list;
  }

  /** Pulls a wire backwards out of an input, onto a card or over empty canvas. */
  async pullBack(to: string, onto?: Locator): Promise<void> {
    await this.rested();
    const end = onto === undefined ? await this.emptyPlace() : await this.middle(onto);
    await this.drag(await this.middle(this.page.locator(`[data-port="${to}:in"]`)), end);
  }

  /** Takes the end of a wire to another step. */
  async takeWire(wire: Locator, to: string): Promise<void> {
    await this.rested();
    const end = await this.middle(wire.locator("xpath=..").locator(".react-flow__edgeupdater-target"));
    // A little before the port: there the wire is met, and shows its ends.
    await this.page.mouse.move(end.x - 14, end.y);
    await this.drag({ x: end.x - 4, y: end.y }, await this.middle(this.page.locator(`[data-port="${to}:in"]`)));
  }

  /** Drags something that is drawn on the canvas, px. */
  async dragBy(what: Locator, by: { x: number; y: number }): Promise<void> {
    await this.rested();
    const from = await this.middle(what);
    await this.drag(from, { x: from.x + by.x, y: from.y + by.y });
    await this.rested();
  }

  /** Where a step stands on the screen. */
  async placeOf(id: string): Promise<{ x: number; y: number }> {
    const { x, y } = await this.box(this.step(id));
    return { x: Math.round(x), y: Math.round(y) };
  }

  /** Where every card stands on the canvas, whatever the view shows of it. */
  async places(): Promise<Readonly<Record<string, string>>> {
    await this.rested();
    return this.page
      .locator(".react-flow__node:has([data-step])")
      .evaluateAll((nodes) =>
        Object.fromEntries(
          nodes.map((node) => [node.getAttribute("data-id") ?? "", (node as unknown as HTMLElement).style.transform]),
        ),
      );
  }

  /** Tidies, and waits until the canvas rests. */
  async tidy(): Promise<void> {
    await this.page.getByRole("button", { name: "Tidy" }).click();
    await expect(this.page.getByRole("region", { name: "Canvas" })).toHaveAttribute("aria-busy", "false");
    await this.rested();
  }

  /** Adds a step after the selected card, by keys alone; it has the focus afterwards. */
  async addByKey(kind: string, id: string): Promise<void> {
    const { page } = this;
    await page.keyboard.press("a");
    // Typed without a look, as who knows the keys does.
    await page.keyboard.type(kind);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: /^Add step/ })).toBeHidden();
    await expect(this.card(id)).toBeFocused();
  }

  /** Connects the selected card to another one, by keys alone: `words` find the output and the step. */
  async connectByKey(words: string): Promise<void> {
    const { page } = this;
    await page.keyboard.press("c");
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: /^Connect/ })).toBeHidden();
  }

  /** What has the focus when a step is selected by key. */
  card(id: string): Locator {
    return this.page.locator(".react-flow__node", { has: this.step(id) });
  }

  /** All wires of the canvas, by name. */
  async wires(): Promise<readonly string[]> {
    return this.page
      .locator("[data-wire]")
      .evaluateAll((wires) => wires.map((wire) => (wire as unknown as HTMLElement).dataset.wire ?? "").sort());
  }

  /** A place of the canvas with nothing on it, in client coordinates. */
  private async emptyPlace(): Promise<{ x: number; y: number }> {
    const canvas = await this.box(this.page.getByRole("region", { name: "Canvas" }));
    return this.page.evaluate(({ x, y, width, height }) => {
      for (let down = height - 110; down > 40; down -= 30) {
        for (let right = 60; right < width - 220; right += 40) {
          const at = { x: x + right, y: y + down };
          const hit = document.elementFromPoint(at.x, at.y);
          if (hit?.classList.contains("react-flow__pane") === true) return at;
        }
      }
      throw new Error("The canvas is full");
    }, canvas);
  }

  private async rested(): Promise<void> {
    await this.page.evaluate(async () => {
      const look = () =>
        [...document.querySelectorAll<HTMLElement>(".react-flow__viewport, .react-flow__node")]
          .map(({ style }) => style.transform)
          .join();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let still = 0, before = ""; still < 4; before = look()) {
        await frame();
        still = look() === before ? still + 1 : 0;
      }
    });
  }

  /** Draws the dashed wire of a task that needs another. */
  async need(from: string, to: string): Promise<void> {
    await this.rested();
    await this.drag(
      await this.middle(this.page.locator(`[data-port="${from}:done"]`)),
      await this.middle(this.page.locator(`[data-port="${to}:in"]`)),
    );
    await expect(this.page.locator(`[data-wire="needs:${from}:${to}"]`)).toHaveCount(1);
  }

  async select(id: string): Promise<void> {
    await this.step(id).locator(".tw-card-title").click();
  }

  /** The field of the settings panel with this label. */
  field(label: string): Locator {
    return this.page.getByRole("region", { name: "Settings" }).getByLabel(label, { exact: true });
  }

  /** Replaces the text of the code editor of the selected step. */
  async writeCode(source: string): Promise<void> {
    const text = this.page.getByRole("textbox", { name: "Code" });
    await text.click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(source);
  }

  /** Replaces the expression of the selected step. */
  async writeExpression(source: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "Expression" }).click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(source);
  }

  async fit(): Promise<void> {
    await this.page.getByRole("button", { name: "Fit", exact: true }).click();
    await this.rested();
  }

  async saved(): Promise<void> {
    await expect(this.page.getByText("saved", { exact: true })).toBeVisible();
  }

  private async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 8, from.y + 8, { steps: 2 });
    await mouse.move(to.x, to.y, { steps: 8 });
    await mouse.up();
  }

  private async box(locator: Locator) {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`${locator} is not on the page`);
    return box;
  }

  private async middle(locator: Locator) {
    await locator.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await this.box(locator);
    return { x: x + width / 2, y: y + height / 2 };
  }
}
