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
      { key: "card 0", look: "card", d: "M0 0h200v80h-200zM400 0h200v80h-200z" },
      { key: "selected 0", look: "selected", d: "M800 0h200v80h-200z" },
    ],
  });
  expect(mapPicture([], {})).toEqual({ bounds: null, paths: [] });
});

test("a step that comes to look otherwise changes the paths of the nodes around it, and of no others", () => {
  const nodes = Array.from({ length: 1_000 }, (_, index) => card(`s${index}`, 400 * index));
  const ended = Object.fromEntries(nodes.map(({ id }) => [id, live({ lastOutcome: "success" })]));
  const before = new Map(mapPicture(nodes, ended).paths.map(({ key, d }) => [key, d]));
  const { paths } = mapPicture(nodes, { ...ended, s250: live({ status: "running" }) });
  expect(new Set(paths.map(({ key }) => key)).size).toBe(paths.length);
  expect(paths.filter(({ key, d }) => before.get(key) !== d).map(({ key }) => key)).toEqual(["ok 2", "run 2"]);
  expect(paths.find(({ look }) => look === "run")?.d).toBe("M100000 0h200v80h-200z");
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
