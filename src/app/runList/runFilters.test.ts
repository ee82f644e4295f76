import { expect, test } from "vitest";
import { isFiltered, noFilters, orderedBy, queryOf, tagsIn } from "./runFilters.ts";

test("what nobody chose narrows nothing", () => {
  expect(queryOf({ ...noFilters, text: "  " }, 0)).toEqual({ order: "started", descending: true });
  expect(isFiltered({ ...noFilters, text: " ", order: "name" })).toBe(false);
});

test("a time counts back from now", () => {
  const filters = { ...noFilters, time: "day", tag: "keep", standing: "failed" } as const;
  expect(queryOf(filters, 100_000_000)).toMatchObject({
    since: 100_000_000 - 86_400_000,
    tag: "keep",
    standing: "failed",
  });
  expect(isFiltered(filters)).toBe(true);
});

test("a column orders its own way first, then the other way round", () => {
  const byName = orderedBy(noFilters, "name");
  expect(byName).toMatchObject({ order: "name", descending: false });
  expect(orderedBy(byName, "name")).toMatchObject({ order: "name", descending: true });
  expect(orderedBy(byName, "started")).toMatchObject({ descending: true });
});

test("tags are apart by commas, each once", () => {
  expect(tagsIn(" keep, release 1 ,, keep")).toEqual(["keep", "release 1"]);
});
