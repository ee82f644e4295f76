import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { JsonView } from "./JsonView.tsx";
import { UiRoot } from "./UiRoot.tsx";

test("a value is searched in its names and values, each place with its path, and stays within its place", async () => {
  const mount = document.createElement("div");
  mount.style.cssText = "display: grid; width: 320px";
  document.body.append(mount);
  const root = createRoot(mount);
  const items = Array.from({ length: 60 }, (_, id) => ({ id, name: `item ${id} ${"of a long name ".repeat(9)}` }));
  root.render(createElement(UiRoot, null, createElement(JsonView, { value: { items }, label: "Handed on" })));
  const button = (name: string) => mount.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
  await expect.poll(() => button("Search in Handed on")).not.toBeNull();
  // What cannot be cut is scrolled inside: the tools stay in sight.
  expect(mount.scrollWidth).toBe(320);
  button("Search in Handed on")?.click();
  const field = () => mount.querySelector<HTMLInputElement>("input[type=search]");
  await expect.poll(() => document.activeElement === field() && field() !== null).toBe(true);
  await userEvent.keyboard("ITEM 42");
  const found = () => [...mount.querySelectorAll('[aria-label="Found"] .tw-json-key')].map((key) => key.textContent);
  await expect.poll(found).toEqual(["items[42].name"]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(field).toBeNull();
  expect(mount.textContent).toContain("60 elements");
  root.unmount();
  mount.remove();
});
