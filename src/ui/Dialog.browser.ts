import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";
import "./tokens.css";

test("a dialog that opens again while it still fades is empty, and has the focus", async () => {
  const mount = document.createElement("div");
  document.body.append(mount);
  const root = createRoot(mount);
  const show = (open: boolean) =>
    root.render(createElement(Dialog, { open, onClose: () => {}, title: "Find" }, createElement("input")));
  const field = () => document.querySelector<HTMLInputElement>("[role=dialog] input");
  show(true);
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  const first = field();
  if (first) first.value = "transform";
  show(false);
  await vi.waitFor(() => expect(document.querySelector("[role=dialog][data-ending-style]")).not.toBeNull());
  show(true);
  await vi.waitFor(() => expect(field()).not.toBe(first));
  expect(field()?.value).toBe("");
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
  root.unmount();
  mount.remove();
});

test("what is typed as soon as a dialog opens is typed into it", async () => {
  const mount = document.createElement("div");
  const outside = document.createElement("input");
  document.body.append(outside, mount);
  outside.focus();
  const root = createRoot(mount);
  let frames = 0;
  requestAnimationFrame(() => frames++);
  const show = (open: boolean) =>
    flushSync(() =>
      root.render(createElement(Dialog, { open, onClose: () => {}, title: "Find" }, createElement("input"))),
    );
  show(true);
  // The next key comes in a task of its own, after all promises.
  await Promise.resolve();
  expect(document.activeElement).toBe(document.querySelector("[role=dialog] input"));
  expect(frames).toBe(0);
  show(false);
  await vi.waitFor(() => expect(document.activeElement).toBe(outside));
  root.unmount();
  mount.remove();
  outside.remove();
});
