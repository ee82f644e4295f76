import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";
import { UiRoot } from "../ui/UiRoot.tsx";
import type { Workflow } from "../workflow/workflow.ts";
import { Editor } from "./Editor.tsx";
import type { EditorProps } from "./editorProps.ts";

const two: Workflow = {
  format: "tickwork/workflow@1",
  name: "Two steps",
  steps: {
    count: {
      kind: "code",
      accepts: ["Start"],
      emits: { done: "CountDone" },
      config: { source: "export default () => 1" },
    },
    end: { kind: "stop", accepts: ["CountDone"], config: {} },
  },
};

/** A whole editor in a real browser, on a machine that may be busy. */
const slow = { timeout: 90_000 };

let root: Root;
let place: HTMLElement;
let saved: Workflow[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  place = document.createElement("div");
  place.style.cssText = "position: fixed; inset: 0";
  document.body.append(place);
  root = createRoot(place);
  saved = [];
});
afterEach(() => {
  root.unmount();
  place.remove();
});

/** An editor whose engine keeps what it is given, in a list. */
async function open(workflow: Workflow, api: Partial<EditorProps["api"]> = {}): Promise<void> {
  const stored: StoredWorkflow = { id: "w1", revision: 1, editedAt: 0, workflow };
  const props: EditorProps = {
    stored,
    api: {
      saveWorkflow: async (save) => {
        saved.push(save.workflow);
        return { ok: true, value: { revision: save.basedOn + 1 } };
      },
      loadWorkflow: async () => ({ ok: true, value: stored }),
      checkSources: async () => [],
      ...api,
    },
    onRun: () => {},
    onOpen: () => {},
    onDelete: () => {},
  };
  root.render(createElement(UiRoot, null, createElement(Editor, props)));
  await soon(() => expect(card("Start")).not.toBeNull());
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
const find = <E extends HTMLElement>(selector: string) => place.querySelector<E>(selector);
const card = (id: string) => find(`.tw-card[data-step="${id}"]`);
const click = async (id: string) => {
  await userEvent.click(find(`.tw-card[data-step="${id}"] .tw-card-title`) as Element);
  await soon(() => expect(find("#tw-settings h2")?.textContent).toBe(id));
};
const ids = () => [...place.querySelectorAll<HTMLElement>(".tw-card")].map(({ dataset }) => dataset.step);
const wires = () => [...place.querySelectorAll<HTMLElement>("[data-wire]")].map(({ dataset }) => dataset.wire);
const field = (label: string) => {
  const named = [...place.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const control = named && document.getElementById(named.htmlFor);
  if (!control) throw new Error(`There is no field ${label}`);
  return control;
};

test("keys of a text field and of the code editor never reach the cards", slow, async () => {
  await open(two);
  await click("count");
  await soon(() => field("Title"));
  await userEvent.click(field("Title"));
  await userEvent.keyboard("Sum{Backspace}{Shift>}{Backspace}{/Shift}{Control>}{Backspace}{/Control}{Delete}a");
  await soon(() => expect(find(".tw-code")?.shadowRoot?.querySelector(".cm-content")).toBeTruthy());
  await userEvent.click(find(".tw-code")?.shadowRoot?.querySelector(".cm-content") as Element);
  await userEvent.keyboard("{Backspace}{Delete}{Shift>}{Backspace}{/Shift}act");
  expect(ids()).toEqual(["Start", "count", "end"]);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

test("what is typed while a dialog is on its way is no command", slow, async () => {
  await open(two);
  await click("end");
  const opening = document.createElement("span");
  opening.dataset.dialog = "opening";
  document.body.append(opening);
  await userEvent.keyboard("{Delete}d");
  opening.remove();
  expect(ids()).toContain("end");
  await userEvent.keyboard("{Delete}");
  await soon(() => expect(ids()).not.toContain("end"));
});

test(
  "a card with the focus is deleted by Delete, not by Shift or Control with Backspace, and comes back",
  slow,
  async () => {
    await open(two);
    await click("end");
    await userEvent.keyboard("{Shift>}{Backspace}{/Shift}{Control>}{Backspace}{/Control}");
    expect(ids()).toContain("end");
    await userEvent.keyboard("{Delete}");
    await soon(() => expect(ids()).not.toContain("end"));
    await userEvent.keyboard("{Control>}z{/Control}");
    await soon(() => expect(wires()).toEqual(["Start:Start:count", "count:CountDone:end"]));
  },
);

test("a workflow of three steps is built and saved without a mouse", slow, async () => {
  await open({ ...two, steps: {} });
  for (const kind of ["code", "ask", "stop"]) {
    await userEvent.keyboard("a");
    await soon(() => expect(document.activeElement?.getAttribute("placeholder")).toBe("Find a step"));
    await userEvent.keyboard(`${kind}{Enter}`);
    await soon(() => expect(ids()).toContain(kind));
    await soon(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  }
  await userEvent.keyboard("{ArrowLeft}c");
  await soon(() => expect(document.activeElement?.getAttribute("placeholder")).toBe("Find a step"));
  await userEvent.keyboard("yes stop{Enter}");
  await soon(() => expect(wires()).toEqual(["Start:Start:code", "code:CodeDone:ask", "ask:AskYes:stop"]));
  await soon(() => expect(Object.keys(saved.at(-1)?.steps ?? {})).toEqual(["code", "ask", "stop"]));
  await soon(() => expect(saved.at(-1)?.steps.stop?.accepts).toEqual(["AskYes"]));
});

test("what cannot be saved is said, with a way out, and is saved once that is possible", slow, async () => {
  let full = true;
  await open(two, {
    saveWorkflow: async (save) => {
      if (full) return { ok: false, refusal: { code: "quota", message: "The storage is full." } };
      saved.push(save.workflow);
      return { ok: true, value: { revision: 2 } };
    },
  });
  await click("end");
  await userEvent.keyboard("{Delete}");
  await soon(() => expect(place.textContent).toContain("Not saved: The storage is full."));
  const button = (name: string) =>
    [...place.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  expect(button("Export a copy")).toBeDefined();
  full = false;
  await userEvent.click(button("Save now") as Element);
  await soon(() => expect(place.textContent).not.toContain("Not saved"));
  expect(Object.keys(saved.at(-1)?.steps ?? {})).toEqual(["count"]);
});

test("Enter leads from a card into its settings, Escape back", slow, async () => {
  await open(two);
  await click("end");
  await userEvent.keyboard("{Enter}");
  await soon(() => expect(document.activeElement).toBe(field("Title")));
  await userEvent.keyboard("{Escape}");
  await soon(() => expect((document.activeElement as HTMLElement | null)?.dataset.id).toBe("end"));
});

test(
  "a group is made, named, folded with its wires, and opened by keys; a note is written in its place",
  slow,
  async () => {
    await open(two);
    await click("count");
    await userEvent.keyboard("g");
    await soon(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Title of the group"));
    await userEvent.keyboard("Work{Enter}");
    await soon(() => expect(find(".tw-frame-title")?.textContent).toBe("Work"));
    await userEvent.keyboard("h");
    await soon(() => expect(ids()).not.toContain("count"));
    expect(find("[data-folded]")?.textContent).toContain("1 step");
    await soon(() => expect(wires()).toEqual(["Start:Start:count", "count:CountDone:end"]));
    await userEvent.keyboard("h");
    await soon(() => expect(ids()).toContain("count"));
    await userEvent.keyboard("{Escape}n");
    await soon(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
    await userEvent.keyboard("**Mind** the gap{Escape}");
    await soon(() => expect(find(".tw-note strong")?.textContent).toBe("Mind"));
    await soon(() => expect(saved.at(-1)?.layout?.groups?.[0]).toMatchObject({ title: "Work", steps: ["count"] }));
    await soon(() => expect(saved.at(-1)?.layout?.notes?.[0]?.text).toBe("**Mind** the gap"));
  },
);

test("beside what mends a problem, what it says keeps room to be read", slow, async () => {
  await page.viewport(1024, 700);
  const end = { kind: "stop", accepts: ["NobodySendsThis"], config: {} } as const;
  await open({ ...two, steps: { ...two.steps, end } });
  await soon(() => expect(find(".tw-status-bad")).not.toBeNull());
  await userEvent.click(find(".tw-status-bad") as Element);
  await soon(() => expect(find(".tw-problem-row .tw-fixes")).not.toBeNull());
  expect(find(".tw-problem-row .tw-problem > span:last-child")?.offsetWidth).toBeGreaterThan(250);
});
