import { expect, test } from "vitest";
import { wiresOf } from "../workflow/wires.ts";
import type { Step } from "../workflow/workflow.ts";
import { freePlace, neighbour, openPort, placeForNew } from "./placement.ts";

const code: Step = { kind: "code", accepts: ["Start"], emits: { done: "ADone" }, config: { source: "" } };
const ask: Step = { kind: "ask", accepts: ["ADone"], config: { question: "?", choices: ["yes", "no"] } };
const stop: Step = { kind: "stop", accepts: [], config: {} };
const steps = { a: code, ask, stop };
const positions = new Map([
  ["Start", { x: 0, y: 0 }],
  ["a", { x: 320, y: 0 }],
  ["ask", { x: 640, y: 0 }],
  ["stop", { x: 320, y: 200 }],
]);

test("a new card stands right of the selected one and covers none", () => {
  expect(placeForNew({ steps }, positions, "ask", { x: 0, y: 0 })).toEqual({ x: 960, y: 0 });
  const below = placeForNew({ steps }, positions, "Start", { x: 0, y: 0 });
  expect(below.x).toBe(320);
  expect(below.y).toBeGreaterThan(282);
});

test("without a selection it stands in the middle of what is seen", () => {
  expect(placeForNew({ steps }, positions, null, { x: 2000, y: 1000 })).toEqual({ x: 1884, y: 960 });
});

test("a free place is kept as it is", () => {
  expect(freePlace({ steps }, positions, { x: -600, y: 40 }, 82)).toEqual({ x: -600, y: 40 });
});

test("a step hangs on the selected one only where there is nothing to choose", () => {
  const wires = wiresOf({ steps });
  expect(openPort({ steps }, wires, "a")).toBeNull();
  expect(openPort({ steps }, wires, "ask")).toBeNull();
  expect(openPort({ steps }, wires, "stop")).toBeNull();
  expect(openPort({ steps: { a: { ...code, accepts: [] } } }, [], "a")).toEqual({ from: "a", port: "done" });
  expect(openPort({ steps: {} }, [], "Start")).toEqual({ from: "Start", port: "done" });
});

test("arrows lead to the nearest card in their direction", () => {
  expect(neighbour(positions, "Start", "right")).toBe("a");
  expect(neighbour(positions, "a", "right")).toBe("ask");
  expect(neighbour(positions, "a", "down")).toBe("stop");
  expect(neighbour(positions, "stop", "left")).toBe("Start");
  expect(neighbour(positions, "Start", "left")).toBeNull();
});
