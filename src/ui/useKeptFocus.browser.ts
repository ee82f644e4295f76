import { createElement, useRef } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { useKeptFocus } from "./useKeptFocus.ts";

function Place({ form }: { readonly form: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return createElement(
    "div",
    { ref: place, tabIndex: -1, id: "place" },
    form && createElement("button", { type: "button", id: "inside" }, "Answer"),
  );
}

test("the focus stays in its place when what had it goes away, and is not stolen from elsewhere", async () => {
  const outside = document.createElement("button");
  const mount = document.createElement("div");
  document.body.append(outside, mount);
  const root = createRoot(mount);
  const active = () => document.activeElement?.id;
  const inside = () => document.querySelector<HTMLElement>("#inside");
  root.render(createElement(Place, { form: true }));
  await expect.poll(() => inside()).not.toBeNull();
  inside()?.focus();
  root.render(createElement(Place, { form: false }));
  await expect.poll(() => inside()).toBeNull();
  expect(active()).toBe("place");

  root.render(createElement(Place, { form: true }));
  await expect.poll(() => inside()).not.toBeNull();
  inside()?.focus();
  outside.focus();
  root.render(createElement(Place, { form: false }));
  await expect.poll(() => inside()).toBeNull();
  expect(document.activeElement).toBe(outside);
  root.unmount();
  outside.remove();
  mount.remove();
});
