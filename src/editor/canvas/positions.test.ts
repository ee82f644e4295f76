import { expect, test } from "vitest";
import { applyEdit } from "../../workflow/edits/edit.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { tidyWorkflow } from "../layout/tidyWorkflow.ts";
import { keptPlaces, layoutNeeded, positionsOf, tidyWith } from "./positions.ts";

const code = (accepts: string, done: string): Step => ({
  kind: "code",
  accepts: [accepts],
  emits: { done },
  config: { source: "" },
});
const line = (name: string, layout?: Workflow["layout"]): Workflow => ({
  format: "tickwork/workflow@1",
  name: "Test",
  steps: { [`${name}1`]: code("Start", "A"), [`${name}2`]: code("A", "B"), [`${name}3`]: code("A", "C") },
  ...(layout && { layout }),
});

test("before a layout is there, cards stand in columns behind the start, none on another", () => {
  const places = positionsOf(line("a"));
  expect([...places].map(([id, { x }]) => [id, x > 0])).toEqual([
    ["Start", false],
    ["a1", true],
    ["a2", true],
    ["a3", true],
  ]);
  expect(places.get("a2")?.x).toBe(places.get("a3")?.x);
  expect(places.get("a3")?.y).toBeGreaterThan((places.get("a2")?.y ?? 0) + 82);
});

test("what was laid out ahead is taken for as long as the graph is the same, whatever is typed", () => {
  const workflow = line("b");
  const needed = layoutNeeded(workflow);
  const places = new Map(["Start", "b1", "b2", "b3"].map((id, n) => [id, { x: n, y: 7 }]));
  needed?.found(places);
  expect(layoutNeeded(workflow)).toBeNull();
  const typed = { ...workflow, steps: { ...workflow.steps, b1: { ...code("Start", "A"), title: "Typed" } } };
  expect(positionsOf(typed)).toEqual(places);
  expect(layoutNeeded({ ...workflow, steps: { ...workflow.steps, b3: code("B", "C") } })).not.toBeNull();
});

test("steps without a place stand below those that have one, and the start left of them", () => {
  tidyWith(tidyWorkflow);
  const places = positionsOf(line("c", { steps: { c1: { x: 400, y: 100 } } }));
  expect(places.get("c1")).toEqual({ x: 400, y: 100 });
  expect(places.get("c2")?.y).toBeGreaterThan(182);
  expect(places.get("c3")?.y).toBeGreaterThan(182);
  expect(places.get("Start")?.x).toBeLessThan(400);
});

test("a document with all its places needs no layout; one without a start's place finds it beside the steps", () => {
  const steps = { d1: { x: 400, y: 0 }, d2: { x: 800, y: 0 }, d3: { x: 800, y: 200 } };
  expect(layoutNeeded(line("d", { steps }))).toBeNull();
  expect(positionsOf(line("d", { steps })).get("Start")?.x).toBeLessThan(400);
});

test("cards without a place stay where they are drawn when the graph changes", () => {
  const before = line("k");
  const drawn = positionsOf(before);
  const places = ({ layout }: Workflow) => new Map(Object.entries(layout?.steps ?? {}));
  const settled = (after: Workflow) => {
    const edit = keptPlaces(before, after);
    return edit === null ? null : places(applyEdit(after, edit).workflow);
  };
  const { k1, k2, k3 } = before.steps;
  if (!k1 || !k2 || !k3) throw new Error("a step is missing");
  expect(settled({ ...before, steps: { k1, k3 } })).toEqual(new Map(["k1", "k3"].map((id) => [id, drawn.get(id)])));
  // One that was renamed stands where it stood, what is only typed moves nothing.
  expect(settled({ ...before, steps: { k1, other: k2, k3 } })?.get("other")).toEqual(drawn.get("k2"));
  expect(settled({ ...before, steps: { k1: { ...k1, title: "Typed" }, k2, k3 } })).toBeNull();
  const placed = { ...before, layout: { start: { x: 0, y: 0 }, steps: Object.fromEntries(drawn) } };
  expect(keptPlaces(placed, { ...placed, steps: { k1 } })).toBeNull();
});
