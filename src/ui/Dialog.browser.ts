import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Dialog } from "./Dialog.tsx";
import { isDialogOpen } from "./isDialogOpen.ts";
import "./tokens.css";

let outside: HTMLInputElement;
let mount: HTMLElement;
let root: Root;

beforeEach(() => {
  outside = document.createElement("input");
  mount = document.createElement("div");
  document.body.append(outside, mount);
  root = createRoot(mount);
  outside.focus();
});

afterEach(() => {
  root.unmount();
  mount.remove();
  outside.remove();
});

const show = (open: boolean, onClose = () => {}) =>
  flushSync(() => root.render(createElement(Dialog, { open, onClose, title: "Find" }, createElement("input"))));
const field = () => document.querySelector<HTMLInputElement>("[role=dialog] input");
const isFocused = () => field() !== null && document.activeElement === field();
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test("a dialog that opens again while it still fades is empty, and has the focus", async () => {
  show(true);
  await expect.poll(isFocused).toBe(true);
  const first = field();
  if (first) first.value = "transform";
  show(false);
  expect(field()).toBe(first);
  show(true);
  expect(field()).not.toBe(first);
  expect(field()?.value).toBe("");
  await expect.poll(isFocused).toBe(true);
  await frame();
  await frame();
  expect(isFocused()).toBe(true);
});

test("what is typed as soon as a dialog opens is typed into it", async () => {
  let frames = 0;
  requestAnimationFrame(() => frames++);
  show(true);
  // The next key comes in a task of its own, after all promises.
  await Promise.resolve();
  expect(isFocused()).toBe(true);
  expect(frames).toBe(0);
  show(false);
  await expect.poll(() => document.activeElement === outside).toBe(true);
});

test("keys pressed while a dialog fades away are not its own any more", async () => {
  show(true);
  await expect.poll(isFocused).toBe(true);
  expect(isDialogOpen()).toBe(true);
  show(false);
  expect(field()).not.toBeNull();
  expect(isDialogOpen()).toBe(false);
  await expect.poll(field).toBeNull();
  expect(document.activeElement).toBe(outside);
});

test("a dialog closes when the place under it is left, and stays when it was opened on arrival", async () => {
  // In a task of its own: every listener has heard of it.
  const moved = () =>
    new Promise((resolve) => window.addEventListener("hashchange", () => setTimeout(resolve), { once: true }));
  const closed: string[] = [];
  const arriving = moved();
  window.location.hash = "#/here";
  show(true, () => closed.push(window.location.hash));
  await arriving;
  expect(closed).toEqual([]);
  const leaving = moved();
  window.location.hash = "#/there";
  await leaving;
  expect(closed).toEqual(["#/there"]);
  show(false);
});

test("a dialog that fades away shows what it was closed with", async () => {
  const render = (open: boolean, text: string) =>
    flushSync(() =>
      root.render(createElement(Dialog, { open, onClose: () => {}, title: text }, createElement("p", null, text))),
    );
  render(true, "Connect a to");
  await expect.poll(() => document.querySelector("[role=dialog]")?.textContent).toContain("Connect a toConnect a to");
  render(false, "nothing");
  expect(document.querySelector("[role=dialog]")?.textContent).toContain("Connect a toConnect a to");
  await expect.poll(() => document.querySelector("[role=dialog]")).toBeNull();
  render(true, "Connect b to");
  await expect.poll(() => document.querySelector("[role=dialog]")?.textContent).toContain("Connect b toConnect b to");
});
