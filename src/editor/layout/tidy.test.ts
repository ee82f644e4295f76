import fc from "fast-check";
import { expect, test } from "vitest";
import { type Step, type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { cardHeight, cardWidth } from "../canvas/cardSize.ts";
import { forwardLines, layersOf } from "./layers.ts";
import { overlap, type Rect } from "./rect.ts";
import { tidyWorkflow } from "./tidyWorkflow.ts";

const step = (accepts: readonly string[], done: string): Step => ({
  kind: "code",
  accepts,
  emits: { done },
  config: { source: "export default () => 1" },
});
/** Steps `s0`, `s1`, … and the wires among them; -1 is the start. */
function graph(count: number, lines: readonly (readonly [number, number])[]): Workflow {
  const steps: Record<string, Step> = {};
  for (let n = 0; n < count; n++) {
    const types = lines.flatMap(([from, to]) => (to === n ? [from === -1 ? "Start" : `E${from}`] : []));
    steps[`s${n}`] = step([...new Set(types)], `E${n}`);
  }
  return { format: workflowFormat, name: "Graph", steps };
}
const chain = (count: number) =>
  graph(
    count,
    Array.from({ length: count }, (_, n) => [n - 1, n] as const),
  );
function rectsOf(workflow: Workflow): ReadonlyMap<string, Rect> {
  const { cards } = tidyWorkflow(workflow, new Map());
  return new Map(
    [...cards].map(([id, at]) => [id, { ...at, width: cardWidth, height: cardHeight(workflow.steps[id] ?? "start") }]),
  );
}
function extent(rects: Iterable<Rect>): { readonly width: number; readonly height: number } {
  const all = [...rects];
  return {
    width: Math.max(...all.map(({ x, width }) => x + width)) - Math.min(...all.map(({ x }) => x)),
    height: Math.max(...all.map(({ y, height }) => y + height)) - Math.min(...all.map(({ y }) => y)),
  };
}

test("a short chain stands in one level row", () => {
  const rects = [...rectsOf(chain(4)).values()];
  expect(new Set(rects.map(({ y }) => y)).size).toBe(1);
  expect(rects.map(({ x }) => x)).toEqual([0, 312, 624, 936, 1248]);
});

test("a chain of 60 is folded into lines that fit a window and can be read", () => {
  const rects = rectsOf(chain(60));
  const { width, height } = extent(rects.values());
  expect(Math.min(920 / width, 700 / height)).toBeGreaterThan(0.38);
  const inOrder = ["Start", ...Object.keys(chain(60).steps)].map((id) => rects.get(id) as Rect);
  // As lines of text: the next card stands right of the one before, or at the beginning of the next line.
  const lineBreaks = inOrder.filter((rect, i) => i > 0 && rect.x === 0);
  expect(lineBreaks.length).toBeGreaterThan(4);
  inOrder.slice(1).forEach((rect, i) => {
    const before = inOrder[i] as Rect;
    expect(rect.x === 0 ? rect.y > before.y : rect.y === before.y && rect.x > before.x).toBe(true);
  });
});

test("a loop is laid out as it is read: the way back moves no card to the left", () => {
  const rects = rectsOf(
    graph(4, [
      [-1, 0],
      [0, 1],
      [1, 2],
      [2, 0],
      [2, 3],
    ]),
  );
  const columns = ["Start", "s0", "s1", "s2", "s3"].map((id) => rects.get(id)?.x ?? 0);
  expect(columns).toEqual([...columns].sort((a, b) => a - b));
  expect(new Set(columns).size).toBe(5);
});

test("a loop whose body is declared before its head is read the same way", () => {
  const rects = rectsOf(
    graph(3, [
      [-1, 2],
      [2, 1],
      [1, 0],
      [0, 2],
    ]),
  );
  const columns = ["Start", "s2", "s1", "s0"].map((id) => rects.get(id)?.x ?? 0);
  expect(columns).toEqual([...columns].sort((a, b) => a - b));
});

test("cards with several outputs stand level with what leads to them", () => {
  const workflow: Workflow = {
    ...chain(1),
    steps: {
      ...chain(1).steps,
      ask: { kind: "ask", accepts: ["E0"], config: { question: "?", choices: ["yes", "no", "later"] } },
    },
  };
  const rects = rectsOf(workflow);
  expect(rects.get("ask")?.y).toBe(rects.get("s0")?.y);
});

test("what hangs on the outputs of a card stands in their order, and level with each other's columns", () => {
  const choices = ["yes", "no", "later"];
  const ask: Step = {
    kind: "ask",
    accepts: ["Start"],
    emits: { yes: "Yes", no: "No", later: "Later" },
    config: { question: "?", choices },
  };
  const steps = { ask, c: step(["Later"], "C"), a: step(["Yes"], "A"), b: step(["No"], "B") };
  const rects = rectsOf({ ...chain(0), steps });
  const [a, b, c] = ["a", "b", "c"].map((id) => rects.get(id) as Rect);
  expect((a?.y ?? 0) < (b?.y ?? 0) && (b?.y ?? 0) < (c?.y ?? 0)).toBe(true);
  expect(new Set([a?.x, b?.x, c?.x]).size).toBe(1);
});

test("no two cards touch, whatever the graph; the layout is the same each time", () => {
  const line = fc.tuple(fc.integer({ min: -1, max: 29 }), fc.integer({ min: 0, max: 29 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(line, { maxLength: 50 }), (count, lines) => {
      const workflow = graph(
        count,
        lines.filter(([from, to]) => from < count && to < count),
      );
      const rects = [...rectsOf(workflow).entries()];
      expect(rects).toHaveLength(count + 1);
      for (const [i, [a, rect]] of rects.entries())
        for (const [b, other] of rects.slice(i + 1)) if (overlap(rect, other)) throw new Error(`${a} covers ${b}`);
      expect([...rectsOf(workflow).entries()]).toEqual(rects);
    }),
    { numRuns: 60 },
  );
});

test("what is left of any lines has an order", () => {
  const line = fc.record({ from: fc.constantFrom(..."abcdef"), to: fc.constantFrom(..."abcdef") });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const forward = forwardLines([..."abcdef"], lines);
      const layers = layersOf([..."abcdef"], forward);
      for (const { from, to } of forward) expect(layers.get(to)).toBeGreaterThan(layers.get(from) ?? 0);
    }),
  );
});

test("notes that lie on a card stand above it afterwards, on nothing", () => {
  const at = { x: 312, y: 0 };
  const size = { width: 200, height: 90 };
  const noted: Workflow = {
    ...chain(2),
    layout: {
      notes: [
        { id: "on", text: "On it", x: at.x + 10, y: at.y + 20, ...size },
        { id: "too", text: "On it, too", x: at.x + 20, y: at.y + 30, ...size },
      ],
    },
  };
  const before = new Map([
    ["Start", { x: 0, y: 0 }],
    ["s0", at],
    ["s1", { x: 624, y: 0 }],
  ]);
  const { cards, notes } = tidyWorkflow(noted, before);
  const rects = [
    ...[...cards].map(([id, corner]) => ({
      ...corner,
      width: cardWidth,
      height: cardHeight(noted.steps[id] ?? "start"),
    })),
    ...[...notes.values()].map((corner) => ({ ...corner, ...size })),
  ];
  expect(rects).toHaveLength(5);
  rects.forEach((rect, i) => {
    expect(rects.slice(i + 1).filter((other) => overlap(rect, other))).toEqual([]);
  });
  expect(cards.get("Start")).toEqual({ x: 0, y: 0 });
  for (const note of notes.values()) expect(note.y).toBeLessThan(cards.get("s0")?.y ?? 0);
});

test("a note stays where it is beside its card, and no other card is put on it", () => {
  const base = chain(12);
  const before = new Map([...tidyWorkflow(base, new Map()).cards]);
  const at = before.get("s4") ?? { x: 0, y: 0 };
  const noted: Workflow = {
    ...base,
    layout: { notes: [{ id: "n", text: "Mind this", x: at.x + 10, y: at.y - 110, width: 200, height: 90 }] },
  };
  const shaken = new Map([...before].map(([id, { x, y }]) => [id, { x, y: id === "s4" ? y : y + 500 }]));
  const { cards, notes } = tidyWorkflow(noted, shaken);
  const [card, note] = [cards.get("s4") ?? { x: 0, y: 0 }, notes.get("n") ?? { x: 0, y: 0 }];
  expect({ x: note.x - card.x, y: note.y - card.y }).toEqual({ x: 10, y: -110 });
  const place = { ...note, width: 200, height: 90 };
  for (const point of cards.values()) expect(overlap(place, { ...point, width: cardWidth, height: 82 })).toBe(false);
});

test("a frame stays around its steps, and nothing else stands in it", () => {
  const base = chain(8);
  const workflow: Workflow = {
    ...base,
    layout: { groups: [{ id: "g", x: 0, y: 0, width: 10, height: 10, steps: ["s2", "s3", "s6"] }] },
  };
  const { cards, groups } = tidyWorkflow(workflow, new Map());
  const frame = groups.get("g");
  if (frame === undefined) throw new Error("no frame");
  for (const [id, at] of cards) {
    const card = { ...at, width: cardWidth, height: 82 };
    const inside = ["s2", "s3", "s6"].includes(id);
    expect(overlap(frame, card), id).toBe(inside);
    if (inside) expect(card.x >= frame.x && card.x + card.width <= frame.x + frame.width, id).toBe(true);
  }
});

test("the start keeps its place; tasks that nothing starts stand right of it", () => {
  const tasks: Workflow = {
    format: workflowFormat,
    name: "Tasks",
    steps: {
      lint: { kind: "command", needs: [], config: { argv: ["true"] } },
      build: { kind: "command", needs: ["lint"], config: { argv: ["true"] } },
    },
  };
  const { cards } = tidyWorkflow(tasks, new Map([["Start", { x: 100, y: 40 }]]));
  expect(cards.get("Start")).toEqual({ x: 100, y: 40 });
  expect(cards.get("lint")).toEqual({ x: 412, y: 40 });
  expect(cards.get("build")).toEqual({ x: 724, y: 40 });
});

test("1,000 steps are placed in a time that a worker can take", () => {
  const lines = Array.from({ length: 1000 }, (_, n) => [n % 7 === 0 ? Math.max(-1, n - 14) : n - 1, n] as const);
  expect(rectsOf(graph(1000, lines)).size).toBe(1001);
});
