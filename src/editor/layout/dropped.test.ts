import { expect, test } from "vitest";
import type { Point, Step, Workflow } from "../../workflow/workflow.ts";
import { dropped } from "./dropped.ts";

const step: Step = { kind: "code", accepts: [], config: { source: "1" } };
const positions = new Map<string, Point>([
  ["Start", { x: -400, y: 0 }],
  ["a", { x: 20, y: 44 }],
  ["b", { x: 320, y: 44 }],
  ["c", { x: 1000, y: 0 }],
]);
const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Frames",
  steps: { a: step, b: step, c: step },
  layout: {
    notes: [
      { id: "in", text: "", x: 30, y: 150, width: 100, height: 40 },
      { id: "out", text: "", x: 30, y: 900 },
    ],
    groups: [{ id: "g", x: 0, y: 0, width: 600, height: 200, steps: ["a", "b"] }],
  },
};
const none = { cards: new Map(), notes: new Map(), groups: new Map() };

test("a frame that moves takes its steps and the notes in it along", () => {
  const { places, homes } = dropped(
    workflow,
    positions,
    { ...none, groups: new Map([["g", { x: 100, y: 50 }]]) },
    { regroup: true },
  );
  expect(places.cards).toEqual(
    new Map([
      ["a", { x: 120, y: 94 }],
      ["b", { x: 420, y: 94 }],
    ]),
  );
  expect(places.notes).toEqual(new Map([["in", { x: 130, y: 200 }]]));
  expect(places.groups).toEqual(new Map([["g", { x: 100, y: 50, width: 600, height: 200 }]]));
  expect(homes.size).toBe(0);
});

test("a card that is let go in a frame belongs to it, and the frame grows around it", () => {
  const { places, homes } = dropped(
    workflow,
    positions,
    { ...none, cards: new Map([["c", { x: 440, y: 150 }]]) },
    { regroup: true },
  );
  expect(homes).toEqual(new Map([["c", "g"]]));
  expect(places.groups?.get("g")).toEqual({ x: 0, y: 0, width: 692, height: 252 });
});

test("a card that is let go outside belongs to the frame no more; one that is nudged still does", () => {
  const away = { ...none, cards: new Map([["b", { x: 900, y: 400 }]]) };
  expect(dropped(workflow, positions, away, { regroup: true }).homes).toEqual(new Map([["b", null]]));
  const nudged = dropped(workflow, positions, away, { regroup: false });
  expect(nudged.homes.size).toBe(0);
  expect(nudged.places.groups?.get("g")).toMatchObject({ x: 0, y: 0, width: 1152 });
});

test("the start belongs to no frame", () => {
  const { homes } = dropped(
    workflow,
    positions,
    { ...none, cards: new Map([["Start", { x: 100, y: 100 }]]) },
    { regroup: true },
  );
  expect(homes.size).toBe(0);
});
