import { createElement, type ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Dialog } from "./Dialog.tsx";
import { Menu, type MenuEntry } from "./Menu.tsx";
import { MenuAt } from "./MenuAt.tsx";
import { Select } from "./Select.tsx";
import "./tokens.css";

let mount: HTMLElement;
let root: Root;

beforeEach(() => {
  mount = document.createElement("div");
  document.body.append(mount);
  root = createRoot(mount);
});

afterEach(() => {
  root.unmount();
  mount.remove();
});

const render = (element: ReactElement) => flushSync(() => root.render(element));
const popup = () => document.querySelector<HTMLElement>(":is([role=menu], [role=listbox], [role=dialog])");
const isInside = () => popup()?.contains(document.activeElement) === true;
const button = () => mount.querySelector<HTMLElement>("button, [role=combobox]");

/** Where the focus is when the page gets the next key: only promises were kept since the popup was closed. */
async function focusAfterClosing(close: () => void): Promise<Element | null> {
  close();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return document.activeElement;
}

const press = (key: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

const entry = (label: string): MenuEntry => ({ kind: "action", id: label, label, onChoose: () => {} });

test("a key pressed right after Escape in a menu goes to its button", async () => {
  render(
    createElement(Menu, { trigger: createElement("button", { type: "button" }, "More"), entries: [entry("Copy")] }),
  );
  button()?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(isInside).toBe(true);
  expect(await focusAfterClosing(() => press("Escape"))).toBe(button());
});

test("a key pressed right after something was chosen in a menu goes to its button", async () => {
  render(
    createElement(Menu, { trigger: createElement("button", { type: "button" }, "More"), entries: [entry("Copy")] }),
  );
  button()?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(isInside).toBe(true);
  const item = document.querySelector<HTMLElement>("[role=menuitem]");
  expect(await focusAfterClosing(() => item?.click())).toBe(button());
});

test("a key pressed right after Escape in the menu of a right click goes to what was clicked, or to the page", async () => {
  const show = (at: { x: number; y: number } | null) =>
    render(
      createElement("div", null, [
        createElement("button", { key: "b", type: "button" }, "Card"),
        createElement(MenuAt, { key: "m", at, label: "Card", entries: [entry("Copy")], onClose: () => show(null) }),
      ]),
    );
  for (const before of [true, false]) {
    show(null);
    if (before) button()?.focus();
    else button()?.blur();
    show({ x: 10, y: 10 });
    await expect.poll(isInside).toBe(true);
    const { x, y } = popup()?.getBoundingClientRect() ?? {};
    expect(await focusAfterClosing(() => press("Escape"))).toBe(before ? button() : document.body);
    // It stays where it was while it fades, whatever is asked for now.
    if (popup() !== null) expect(popup()?.getBoundingClientRect()).toMatchObject({ x, y });
    await expect.poll(popup).toBeNull();
  }
});

test("a key pressed right after Escape in a list of values goes to its button", async () => {
  const options = [
    { value: "a", label: "A" },
    { value: "b", label: "B" },
  ];
  render(createElement(Select<string>, { value: "a", onChange: () => {}, options, "aria-label": "Letter" }));
  button()?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(isInside).toBe(true);
  expect(await focusAfterClosing(() => press("Escape"))).toBe(button());
});

test("a key pressed right after Escape in a dialog goes to what had the focus, also inside of a code editor", async () => {
  const host = document.createElement("div");
  const inner = document.createElement("textarea");
  host.attachShadow({ mode: "open" }).append(inner);
  mount.before(host);
  const show = (open: boolean) =>
    render(createElement(Dialog, { open, onClose: () => show(false), title: "Find" }, createElement("input")));
  show(false);
  inner.focus();
  show(true);
  await expect.poll(isInside).toBe(true);
  expect(await focusAfterClosing(() => press("Escape"))).toBe(host);
  expect(host.shadowRoot?.activeElement).toBe(inner);
  host.remove();
});

test("a dialog that a menu opened gives the focus to the menu's button", async () => {
  const show = (open: boolean) =>
    render(
      createElement("div", null, [
        createElement(Menu, {
          key: "menu",
          trigger: createElement("button", { type: "button" }, "More"),
          entries: [{ ...entry("Rename"), onChoose: () => show(true) } as MenuEntry],
        }),
        createElement(
          Dialog,
          { key: "dialog", open, onClose: () => show(false), title: "Rename" },
          createElement("input"),
        ),
      ]),
    );
  show(false);
  button()?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(isInside).toBe(true);
  document.querySelector<HTMLElement>("[role=menuitem]")?.click();
  await expect.poll(() => document.activeElement?.tagName).toBe("INPUT");
  expect(await focusAfterClosing(() => press("Escape"))).toBe(button());
});
