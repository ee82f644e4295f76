import axe from "axe-core";
import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import "../../../ui/tokens.css";
import "../../../ui/base.css";
import { UiRoot } from "../../../ui/UiRoot.tsx";
import type { Workflow } from "../../../workflow/workflow.ts";
import { Editor } from "../../Editor.tsx";

/** A whole editor in a real browser, on a machine that may be busy. */
const slow = { timeout: 90_000 };

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Observed",
  steps: {
    build: { kind: "code", accepts: ["Start"], emits: { done: "Built" }, config: { source: "export default () => 1" } },
    end: { kind: "stop", accepts: ["Built"], config: {} },
  },
};

let root: Root;
let place: HTMLElement;
let saved: Workflow | undefined;

beforeEach(async () => {
  await page.viewport(1280, 900);
  place = document.createElement("div");
  place.style.cssText = "position: fixed; inset: 0";
  document.body.append(place);
  root = createRoot(place);
  saved = undefined;
});
afterEach(() => {
  root.unmount();
  place.remove();
});

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000 });
const settings = () => place.querySelector("#tw-settings") as HTMLElement;
const button = (text: string) =>
  [...settings().querySelectorAll("button")].find(({ textContent }) => textContent === text) as HTMLButtonElement;
const field = (label: string) =>
  page
    .elementLocator(settings().querySelector(".tw-hook") as Element)
    .getByLabelText(label, { exact: true })
    .element() as HTMLElement;
const choose = async (label: string, option: string) => {
  await userEvent.click(field(label));
  await userEvent.click(page.getByRole("option", { name: new RegExp(`^${option}`) }).element());
};

test("a hook is added and says what, when and for which steps", slow, async () => {
  document.documentElement.dataset.theme = "dark";
  const stored = { id: "w1", revision: 1, editedAt: 0, workflow };
  const api = {
    saveWorkflow: async (save: { readonly basedOn: number; readonly workflow: Workflow }) => {
      saved = save.workflow;
      return { ok: true as const, value: { revision: save.basedOn + 1 } };
    },
    loadWorkflow: async () => ({ ok: true as const, value: stored }),
    checkSources: async () => [],
  };
  const props = { stored, api, onRun: () => {}, onOpen: () => {}, onDelete: () => {} };
  root.render(createElement(UiRoot, null, createElement(Editor, props)));
  await soon(() => expect(settings()?.querySelector("h2")?.textContent).toBe("Observed"));
  const [hooks] = [...settings().querySelectorAll("summary")].filter((summary) =>
    summary.textContent?.startsWith("Hooks"),
  );
  await userEvent.click(hooks as Element);
  await userEvent.click(button("Add hook"));
  await soon(() => expect(saved?.hooks).toEqual({ hook: { on: ["run failed"], notify: {} } }));

  await choose("What", "Call a webhook");
  await soon(() => expect(settings().textContent).toContain("The address must begin with https:// or http://"));
  await userEvent.fill(field("Address"), "https://a.example/told");
  await userEvent.click(field("step finished"));
  await choose("For which steps", "only these");
  await soon(() => expect(settings().textContent).toContain("Name at least one step"));
  await userEvent.click(field("build"));
  await userEvent.fill(field("Name"), "Bad name");
  await userEvent.keyboard("{Enter}");
  await soon(() => expect(settings().textContent).toContain("A name begins with a small letter"));
  await userEvent.fill(field("Name"), "tell");
  await userEvent.keyboard("{Enter}");
  const webhook = { on: ["step finished", "run failed"], steps: ["build"], webhook: { url: "https://a.example/told" } };
  await soon(() => expect(saved?.hooks).toEqual({ tell: webhook }));
  const { violations } = await axe.run(settings(), { resultTypes: ["violations"] });
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);

  await choose("What", "Run a command");
  await userEvent.fill(field("Command"), "notify-send\nTold");
  await soon(() => expect(saved?.hooks?.tell).toMatchObject({ command: { argv: ["notify-send", "Told"] } }));
  expect(saved?.hooks?.tell).not.toHaveProperty("webhook");
  await userEvent.click(settings().querySelector('[aria-label="Remove hook tell"]') as Element);
  await soon(() => expect(saved).not.toHaveProperty("hooks"));
});
