import { expect, test } from "vitest";
import { openersAround } from "./batchesAround.ts";
import type { Step, Workflow } from "./workflow.ts";

const fanOut = (accepts: string, type: string): Step => ({
  kind: "fan-out",
  accepts: [accepts],
  batches: { done: type },
  config: { items: "event.data" },
});
const work = (accepts: string, done: string): Step => ({
  kind: "transform",
  accepts: [accepts],
  emits: { done },
  config: { expression: "event.data" },
});
const gather = (accepts: string, done: string): Step => ({
  kind: "join",
  accepts: [accepts],
  emits: { done },
  join: { batch: "all" },
  config: {},
});
const around = (steps: Workflow["steps"], id: string) => openersAround({ steps }, id).map(({ step }) => step);

test("[R71] a step behind a fan-out works in its batch, as far as the line goes", () => {
  const steps = { split: fanOut("Start", "Item"), first: work("Item", "One"), second: work("One", "Two") };
  expect(around(steps, "split")).toEqual([]);
  expect(around(steps, "first")).toEqual(["split"]);
  expect(around(steps, "second")).toEqual(["split"]);
});

test("[R34] a join of a batch and what follows it work outside", () => {
  const steps = { split: fanOut("Start", "Item"), all: gather("Item", "All"), after: work("All", "End") };
  expect(around(steps, "all")).toEqual([]);
  expect(around(steps, "after")).toEqual([]);
});

test("of nested batches the innermost counts, and between the joins the outer one", () => {
  const steps = {
    outer: fanOut("Start", "Page"),
    inner: fanOut("Page", "Line"),
    read: work("Line", "Read"),
    lines: gather("Read", "Lines"),
    sum: work("Lines", "Sum"),
    pages: gather("Sum", "Pages"),
  };
  expect(around(steps, "read")).toEqual(["inner"]);
  expect(around(steps, "lines")).toEqual(["outer"]);
  expect(around(steps, "sum")).toEqual(["outer"]);
  expect(around(steps, "pages")).toEqual([]);
});

test("a loop through a join ends the search", () => {
  const steps = { split: fanOut("Again", "Item"), all: gather("Item", "Again") };
  expect(around(steps, "all")).toEqual([]);
});
