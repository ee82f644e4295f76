import { createElement } from "react";
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
