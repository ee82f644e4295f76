import { expect, test } from "vitest";
import { misfitText } from "./misfitText.ts";

const title = (step: string) => (step === "double" ? "Double it" : step);

test("what is not in the new version is named by title and id, as another step may have the title now", () => {
  const gone = { kind: "left-out", step: "double", ticks: 4, removed: true } as const;
  expect(misfitText(gone, title).text).toBe(
    "The step “Double it” with the id “double” is not in this version: 4 ticks about it and what it handed on are left out.",
  );
  expect(misfitText({ ...gone, step: "count" }, title).text).toMatch(/^The step “count” is not in this version: /);
});

test("one tick is told of as one", () => {
  const other = { kind: "left-out", step: "double", ticks: 1, removed: false } as const;
  expect(misfitText(other, title).text).toMatch(/“Double it” did not .*: 1 tick about it is left out\.$/);
  expect(misfitText({ ...other, step: "" }, title).text).toMatch(
    /^1 tick of the run has no counterpart .* is left out\.$/,
  );
});
