import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { RunSummary } from "../../protocol/storedRun.ts";
import { RunList as AllRuns } from "../../tab/runList.ts";
import { UiRoot } from "../../ui/UiRoot.tsx";
import { useLibrary } from "../libraryStore.ts";
import { deleteLater } from "./deleteLater.ts";
import { RunList } from "./RunList.tsx";

vi.setConfig({ testTimeout: 40_000 });

function run(id: number): RunSummary {
  const base = {
    id: `r${id}`,
    name: `workflow ${id % 7}`,
    number: id,
    lifecycle: "completed",
    seq: 4,
    needsYou: 0,
  } as const;
  return { ...base, outcome: id % 5 === 0 ? "failure" : "success", createdAt: 1_000 * id, endedAt: 1_000 * id + 50 };
}

/** Ten thousand runs behind the calls that the list makes, and how much went through them. */
function manyRuns() {
  const all = new AllRuns();
  for (let id = 1; id <= 10_000; id++) all.set(run(id));
  const said = { calls: 0, rows: 0, deleted: [] as string[], asked: [] as (string | undefined)[] };
  const api = {
    async listRuns(query, from, to) {
      const page = all.page(query, from, to);
      said.calls++;
      said.asked.push(query.text);
      said.rows += page.rows.length;
      return { ok: true, value: page };
    },
    runIds: async (query) => ({ ok: true, value: all.ids(query) }),
    async hideRuns(ids, hidden) {
      all.hide(ids, hidden);
      tell();
      return { ok: true, value: null };
    },
    async deleteRuns(ids) {
      said.deleted.push(...ids);
      for (const id of ids) all.remove(id);
      tell();
      return { ok: true, value: { deleted: ids.length, refused: [] } };
    },
  } satisfies Partial<EngineApi> as unknown as EngineApi;
  const tell = () => useLibrary.setState({ allRuns: { count: all.size, version: all.version } });
  return { all, said, api, tell };
}

let unmount = (): void => {};
afterEach(() => unmount());

function show(api: EngineApi): HTMLElement {
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  root.render(createElement(UiRoot, null, createElement(RunList, { api })));
  unmount = () => {
    root.unmount();
    place.remove();
  };
  return place;
}

const rowsIn = (place: HTMLElement) => [...place.querySelectorAll<HTMLElement>("tr[data-run-row]")];

test("of 10,000 runs only those that are looked at are read and drawn, also when one of them changes", async () => {
  const { all, said, api, tell } = manyRuns();
  tell();
  const place = show(api);
  await expect.poll(() => rowsIn(place).length).toBeGreaterThan(5);
  expect(rowsIn(place).length).toBeLessThan(60);
  expect(rowsIn(place)[0]?.dataset.runRow).toBe("r10000");
  const before = { ...said };
  expect(before.rows).toBeLessThanOrEqual(400);
  for (let change = 0; change < 50; change++) {
    all.set({ ...run(9_999), line: `change ${change}` });
    tell();
  }
  await expect.poll(() => rowsIn(place)[1]?.textContent).toContain("change 49");
  expect(said.calls - before.calls).toBeLessThanOrEqual(3);
  const frame = place.querySelector(".runs-frame");
  frame?.scrollTo({ top: frame.scrollHeight });
  await expect.poll(() => rowsIn(place).at(-1)?.dataset.runRow).toBe("r1");
  expect(said.rows - before.rows).toBeLessThanOrEqual(1_000);
  expect(rowsIn(place).length).toBeLessThan(60);
});

test("a list that changed right before it is searched shows what is searched for", async () => {
  const { all, said, api, tell } = manyRuns();
  tell();
  const place = show(api);
  // The first rows, and once more because the list is told of its version.
  await expect.poll(() => said.calls).toBe(2);
  all.set(run(10_001));
  tell();
  await userEvent.fill(place.querySelector("input[type=search]") as Element, "workflow 3");
  // One read for the change, one for the search; the last of them counts.
  await expect.poll(() => said.calls).toBe(4);
  expect(said.asked.at(-1)).toBe("workflow 3");
});

test("with the keyboard: move, choose on the way, delete after a question", async () => {
  const { said, api, tell } = manyRuns();
  tell();
  const place = show(api);
  await expect.poll(() => rowsIn(place).length).toBeGreaterThan(5);
  place.querySelector<HTMLElement>(".runs-link")?.focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => document.activeElement?.textContent).toContain("run 9999");
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await expect.poll(() => document.activeElement?.textContent).toContain("run 9998");
  await expect.poll(() => place.querySelector(".runs-selection")?.textContent).toContain("2 runs selected");
  await userEvent.keyboard("{Delete}");
  await expect.poll(() => document.querySelector("[role=dialog]")?.textContent).toContain("Delete 2 runs?");
  const confirm = [...document.querySelectorAll<HTMLElement>("[role=dialog] button")].find(
    ({ textContent }) => textContent === "Delete",
  );
  confirm?.click();
  await expect.poll(() => rowsIn(place)[1]?.dataset.runRow).toBe("r9997");
  const undo = [...document.querySelectorAll<HTMLElement>(".tw-toast button")].find(
    ({ textContent }) => textContent === "Undo",
  );
  undo?.click();
  await expect.poll(() => rowsIn(place)[1]?.dataset.runRow).toBe("r9999");
  expect(said.deleted).toEqual([]);
});

test("what nobody takes back is deleted when its time is over", async () => {
  const { said, api, all } = manyRuns();
  await deleteLater(api, ["r9999", "r9998"], 0);
  await expect.poll(() => said.deleted).toEqual(["r9999", "r9998"]);
  expect(all.size).toBe(9_998);
});

test("End reaches the last of 10,000 runs and has the focus there", async () => {
  const { api, tell } = manyRuns();
  tell();
  const place = show(api);
  await expect.poll(() => rowsIn(place).length).toBeGreaterThan(5);
  place.querySelector<HTMLElement>(".runs-link")?.focus();
  await userEvent.keyboard("{End}");
  await expect.poll(() => rowsIn(place).at(-1)?.dataset.runRow).toBe("r1");
  await userEvent.keyboard("{Home}");
  await expect.poll(() => document.activeElement?.textContent).toContain("run 10000");
});
