import { expect, test } from "vitest";
import { workflowOf } from "../engine/testing/workflowOf.ts";
import { unhandledText } from "./unhandled.ts";

const workflow = workflowOf({ list: { accepts: ["Start"] }, check: { accepts: ["Item", "Retry"] } });
const text = (notice: Parameters<typeof unhandledText>[0]) =>
  unhandledText(notice, { workflow }, (step) => step.toUpperCase());

test("[R5] an event that nobody takes says which steps take which types", () => {
  expect(text({ type: "Other", reason: "no step waits for it; steps accept Start, Item" })).toBe(
    "No step takes Other. What steps take: Start (LIST), Item (CHECK), Retry (CHECK).",
  );
});

test("a type that is nearly one that is taken is asked about", () => {
  expect(text({ type: "Items" })).toBe("No step takes Items. Is Item (CHECK) meant?");
  expect(text({ type: "item" })).toBe("No step takes item. Is Item (CHECK) meant?");
  expect(text({ type: "Rotry" })).toBe("No step takes Rotry. Is Retry (CHECK) meant?");
});

test("[R30] [R62] a reason is said, and an address names what that step takes", () => {
  expect(text({ type: "Item", reason: "it is in no batch" })).toBe("Nobody took Item: it is in no batch.");
  expect(text({ type: "Item", to: "list" })).toBe("LIST does not take Item; it takes Start.");
});

test("[R79] of an event inside a workflow that a step runs, only the steps in there could have taken it", () => {
  const nested = workflowOf({
    build: { kind: "workflow", accepts: ["Start"], config: { workflow: JSON.parse(JSON.stringify(workflow)) } },
    other: { accepts: ["Items"] },
  });
  const title = (step: string) => step.toUpperCase();
  expect(unhandledText({ type: "Items" }, { workflow: nested, inside: "build" }, title)).toBe(
    "No step takes Items. Is Item (BUILD/CHECK) meant?",
  );
  expect(unhandledText({ type: "Item", to: "build/list" }, { workflow: nested, inside: "build" }, title)).toBe(
    "BUILD/LIST does not take Item; it takes Start.",
  );
});
