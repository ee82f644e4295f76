import { expect, test } from "vitest";
import type { CanvasNode } from "./canvasNodes.ts";
import type { StepLive } from "./live.ts";
import { mapBox, mapPicture } from "./mapPicture.ts";

const card = (id: string, x: number, selected = false): CanvasNode => ({
  id,
  type: "step",
  position: { x, y: 0 },
  selected,
  initialWidth: 200,
  initialHeight: 80,
  data: { step: { kind: "code", config: { source: "" } }, problems: { errors: 0, warnings: 0 } },
});
const live = (part: Partial<StepLive>) =>
  ({ status: "not-running", waitingFor: null, lastOutcome: null, ...part }) as StepLive;

test("all nodes of a look are one path, around them stands their box", () => {
  expect(mapPicture([card("a", 0), card("b", 400), card("c", 800, true)], {})).toEqual({
    bounds: { x: 0, y: 0, width: 1000, height: 80 },
    paths: [
      { look: "card", d: "M0 0h200v80h-200zM400 0h200v80h-200z" },
      { look: "selected", d: "M800 0h200v80h-200z" },
    ],
  });
  expect(mapPicture([], {})).toEqual({ bounds: null, paths: [] });
});

test("in a run the map shows what the steps do", () => {
  const nodes = ["a", "b", "c", "d", "e"].map((id, index) => card(id, 400 * index));
  const steps = {
    a: live({ status: "running" }),
    b: live({ lastOutcome: "success" }),
    c: live({ lastOutcome: "failure" }),
    d: live({ status: "running", waitingFor: { for: "you" } }),
    e: live({}),
  };
  expect(mapPicture(nodes, steps).paths.map(({ look }) => look)).toEqual(["card", "ok", "run", "wait", "bad"]);
});

test("the map holds what is in view, too, in its own proportions", () => {
  const box = mapBox({ x: 0, y: 0, width: 100, height: 100 }, { x: 300, y: 0, width: 100, height: 100 }, 2);
  expect(box.width).toBeCloseTo(440);
  expect(box.height).toBeCloseTo(220);
  expect([box.x, box.x + box.width]).toEqual([expect.closeTo(-20), expect.closeTo(420)]);
});
