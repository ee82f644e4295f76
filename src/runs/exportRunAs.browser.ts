import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { UiRoot } from "../ui/UiRoot.tsx";
import { exportRunsAsZip, tellingWhileItLasts } from "./exportRunAs.ts";

/** A page that shows notices, until the test ends. */
async function openPage(): Promise<HTMLElement> {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(createElement(UiRoot, null, "page"));
  await expect.poll(() => place.textContent).toContain("page");
  return place;
}

test("many runs are exported, one is", async () => {
  const place = await openPage();
  const file = { file: new Blob(["zip"]), secrets: { kind: "no-runner" }, notes: [] } as const;
  const api = { exportRuns: async () => ({ ok: true, value: file }) as const };
  await exportRunsAsZip(api, ["a", "b"]);
  await expect.poll(() => place.textContent).toContain("2 runs are exported.");
  await exportRunsAsZip(api, ["a"]);
  await expect.poll(() => place.textContent).toContain("1 run is exported.");
});

test("an export that takes a while is told for as long as it lasts", async () => {
  const place = await openPage();

  let done = (_file: string): void => {};
  const exported = tellingWhileItLasts("Nightly 3 is being exported.", () => new Promise<string>((go) => (done = go)));
  await expect.poll(() => place.textContent).toContain("Nightly 3 is being exported.");
  done("file");
  expect(await exported).toBe("file");
  await expect.poll(() => place.textContent).not.toContain("is being exported");
});
