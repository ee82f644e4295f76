import { beforeEach, expect, test } from "vitest";
import type { Workflow } from "../../workflow/workflow.ts";
import { findUnsaved, forgetUnsaved, keepUnsaved } from "./unsavedDocument.ts";

const named = (name: string): Workflow => ({ format: "tickwork/workflow@1", name, steps: {} });
/** Another tab: nothing of the session of this one. */
const inOtherTab = () => sessionStorage.removeItem("tickwork.tab");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a tab finds what it kept after a reload, until that is saved", () => {
  keepUnsaved("w1", { basedOn: 3, workflow: named("typed") }, 1000);
  expect(findUnsaved("w1", 1100)).toEqual({ basedOn: 3, workflow: named("typed") });
  expect(findUnsaved("w2", 1100)).toBeNull();
  forgetUnsaved("w1", 1200);
  expect(findUnsaved("w1", 1200)).toBeNull();
});

test("two tabs that reload at once each find their own; a closed tab's is found by the next that opens", () => {
  keepUnsaved("w1", { basedOn: 3, workflow: named("first") }, 1000);
  inOtherTab();
  keepUnsaved("w1", { basedOn: 3, workflow: named("second") }, 1000);
  expect(findUnsaved("w1", 1100)?.workflow.name).toBe("second");
  forgetUnsaved("w1", 1200);
  expect(findUnsaved("w1", 1200)).toBeNull();
  inOtherTab();
  expect(findUnsaved("w1", 60_000)?.workflow.name).toBe("first");
});

test("what cannot be read is nothing, and is removed with the rest", () => {
  keepUnsaved("w1", { basedOn: 1, workflow: named("one") }, 1000);
  const [key = ""] = Object.keys(localStorage);
  for (const damaged of ["{", "{}", '{"basedOn":1,"at":1000,"workflow":{"format":"tickwork/workflow@9"}}']) {
    localStorage.setItem(key, damaged);
    expect(findUnsaved("w1", 1100)).toBeNull();
  }
  forgetUnsaved("w1", 1100);
  expect(localStorage.length).toBe(0);
});
