import { createElement, Suspense } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { loadLater } from "./loadLater.ts";

test("a part that is here is drawn at once, also the first time, and one that is not shows what stands for it", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Part = loadLater(async () => {
    await arrived;
    return ({ text }: { readonly text: string }) => createElement("p", {}, text);
  }, "#/part/");
  const mount = document.createElement("div");
  document.body.append(mount);
  const root = createRoot(mount);
  const draw = (key: string) =>
    flushSync(() =>
      root.render(createElement(Suspense, { key, fallback: "on its way" }, createElement(Part, { text: "here" }))),
    );
  draw("first");
  expect(mount.textContent).toBe("on its way");
  arrive();
  await expect.poll(() => mount.textContent).toBe("here");
  draw("second");
  expect(mount.textContent).toBe("here");
  root.unmount();
  mount.remove();
});

test("what somebody pointed at is drawn without what stands for it", async () => {
  const load = vi.fn(async () => () => createElement("p", {}, "here"));
  const Part = loadLater(load, "#/pointed-at/");
  const link = document.createElement("a");
  link.setAttribute("href", "#/pointed-at/1");
  const mount = document.createElement("div");
  document.body.append(link, mount);
  link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  await expect.poll(() => load).toHaveBeenCalled();
  await load.mock.results[0]?.value;
  const root = createRoot(mount);
  flushSync(() => root.render(createElement(Suspense, { fallback: "on its way" }, createElement(Part))));
  expect(mount.textContent).toBe("here");
  root.unmount();
  mount.remove();
  link.remove();
});
