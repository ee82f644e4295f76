import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { stepViewOf } from "../../engine/testing/stepViewOf.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { Canvas, type CanvasProps } from "./Canvas.tsx";
import type { CanvasHandle } from "./canvasHandle.ts";
import type { CanvasLive, StepLive } from "./live.ts";

const idle: StepLive = { ...stepViewOf(), waitingFor: null };
const code = (accepts: string, done: string): Step => ({
  kind: "code",
  accepts: [accepts],
  emits: { done },
  config: { source: "export default () => 1" },
});
const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "Three in a row",
  steps: {
    a: code("Start", "ADone"),
    b: code("ADone", "BDone"),
    choose: { kind: "ask", accepts: ["BDone"], config: { question: "Which?", choices: ["yes", "no"] } },
  },
};

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.createElement("div");
  place.style.cssText = "width: 1000px; height: 600px; display: flex";
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});

function show(props: Partial<CanvasProps>): void {
  root.render(createElement(Canvas, { workflow, label: "Canvas", ...props }));
}
const find = (selector: string) => place.querySelector<HTMLElement>(selector);

/** What assistive technology calls a card. */
function nameOf(step: string): string | null | undefined {
  const group = find(`[data-step="${step}"]`)?.closest('[role="group"]');
  return document.getElementById(group?.getAttribute("aria-labelledby") ?? "")?.textContent;
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** React Flow measures new cards and draws them again; the first drawing is over when wires stand and a frame adds nothing. */
async function drawn(rendered: readonly string[]): Promise<void> {
  const rests = async () => {
    const before = rendered.length;
    await frame();
    await frame();
    return find('[data-wire="b:BDone:choose"]') !== null && rendered.length === before;
  };
  await expect.poll(rests).toBe(true);
}

test("a change of one step's live state is written into the card of that step, and no card is rendered", async () => {
  const rendered: string[] = [];
  const onCardRender = (step: string) => rendered.push(step);
  const live = createStore<CanvasLive>(() => ({ startedAt: 1, steps: { a: idle, b: idle, choose: idle } }));
  show({ live, onCardRender });
  await drawn(rendered);
  const card = find('[data-step="b"]');
  expect(card?.dataset.status).toBe("not-running");
  const others = () => [find('[data-step="a"]')?.outerHTML, find('[data-step="choose"]')?.outerHTML];
  const before = others();

  rendered.length = 0;
  const change = (b: Partial<StepLive>) =>
    live.setState(({ steps }) => ({ steps: { ...steps, b: { ...idle, ...b } } }));
  change({ status: "running", running: 1, queued: 3 });
  expect({ ...card?.dataset }).toMatchObject({ status: "running", running: "1", queued: "3", tone: "busy" });
  expect(nameOf("b")).toBe("b, Code, running, 1/4 · 3 queued");
  change({ lastOutcome: "failure" });
  expect({ ...card?.dataset }).toMatchObject({
    status: "not-running",
    running: "0",
    outcome: "failure",
    tone: "failed",
  });
  expect(nameOf("b")).toBe("b, Code, failure, not running");
  change({});
  expect(card?.dataset.outcome).toBeUndefined();
  expect(card?.dataset.tone).toBeUndefined();
  await frame();
  expect(rendered).toEqual([]);
  expect(others()).toEqual(before);
});

test("cards are drawn for a run before anything is told of it, and stay when it is", async () => {
  const rendered: string[] = [];
  const live = createStore<CanvasLive>(() => ({ startedAt: null, steps: {} }));
  show({ live, onCardRender: (step) => rendered.push(step) });
  await drawn(rendered);
  expect(nameOf("b")).toBe("b, Code, not running");
  rendered.length = 0;
  live.setState({ startedAt: 1, steps: { a: idle, b: { ...idle, lastOutcome: "success" }, choose: idle } });
  await frame();
  expect(nameOf("b")).toBe("b, Code, success, not running");
  expect(rendered).toEqual([]);
});

/** More cards than are drawn whole from far away, in lines of twenty. */
const large: Workflow = {
  format: "tickwork/workflow@1",
  name: "Large",
  steps: Object.fromEntries(
    Array.from({ length: 260 }, (_, i) => [`s${i}`, code(i === 0 ? "Start" : `E${i - 1}`, `E${i}`)]),
  ),
  layout: {
    steps: {
      Start: { x: -320, y: 0 },
      ...Object.fromEntries(
        Array.from({ length: 260 }, (_, i) => [`s${i}`, { x: (i % 20) * 320, y: Math.floor(i / 20) * 140 }]),
      ),
    },
  },
};

test("a large workflow is drawn at its zoom from the first moment, and its far cards have only what can be seen", async () => {
  const steps = Object.fromEntries(Object.keys(large.steps).map((id) => [id, { ...idle, lastOutcome: "success" }]));
  const live = createStore<CanvasLive>(() => ({ startedAt: 1, steps: steps as CanvasLive["steps"] }));
  const classes = new Set<string>();
  const note = () => {
    const canvas = find(".tw-canvas-run");
    if (canvas !== null) classes.add(canvas.className);
  };
  const observer = new MutationObserver(note);
  observer.observe(place, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  let handle: CanvasHandle | null = null;
  show({ workflow: large, live, onReady: (ready) => (handle = ready) });
  await expect.poll(() => place.querySelectorAll(".react-flow__edge").length).toBeGreaterThan(200);
  await frame();
  observer.disconnect();
  expect([...classes]).toEqual(["tw-canvas tw-canvas-run tw-canvas-far tw-canvas-farther tw-canvas-tiny"]);
  expect(find('[data-step="s5"]')?.dataset.outcome).toBe("success");
  expect(nameOf("s5")).toBe("s5, Code, success, not running");
  expect(place.querySelectorAll(".tw-card-main, [data-step^=s] .tw-kind-icon, .tw-wire-label")).toHaveLength(0);

  (handle as CanvasHandle | null)?.show("s5");
  await expect.poll(() => find('[data-step="s5"] .tw-card-main')?.textContent).toBe("success");
  expect(find('[data-step="s5"] .tw-kind-icon')).not.toBeNull();
  expect(nameOf("s5")).toBe("s5, Code, success, not running");
});

test("a card that waits counts down, and stands still at a moment of the past", async () => {
  const until = Date.now() + 60_000;
  const b: StepLive = { ...idle, delayed: 1, status: "preparing", waitingFor: { for: "retry", until } };
  const live = createStore<CanvasLive>(() => ({ startedAt: 1, steps: { a: idle, b, choose: idle } }));
  show({ live });
  await expect.poll(() => nameOf("b")).toMatch(/retry in 5[78] s/);
  live.setState({ at: until - 12_000 });
  expect(nameOf("b")).toMatch(/retry in 12 s/);
  expect(find('[data-step="b"]')?.dataset.waiting).toBe("retry");
});

test("a wire shows what its steps do, and counts what went over it more than once", async () => {
  const live = createStore<CanvasLive>(() => ({ startedAt: 1, steps: { a: idle, b: idle, choose: idle } }));
  show({ live });
  await expect.poll(() => find('[data-wire="a:ADone:b"]')?.dataset.state).toBe("idle");
  const counts = () => [...place.querySelectorAll(".tw-wire-count")].map(({ textContent }) => textContent);
  live.setState(({ steps }) => ({
    steps: { ...steps, a: { ...idle, lastOutcome: "success" }, b: { ...idle, status: "running", running: 1 } },
    passed: { "a:ADone:b": 1 },
  }));
  expect(find('[data-wire="a:ADone:b"]')?.dataset.state).toBe("live");
  expect(counts()).toEqual([]);
  live.setState({ passed: { "a:ADone:b": 2 } });
  await expect.poll(counts).toEqual(["2"]);
  live.setState({ passed: { "a:ADone:b": 1_200 } });
  expect(counts()).toEqual([(1_200).toLocaleString()]);
});

test("what goes over a wire is a light that runs along it once; what had gone before it was looked at is none", async () => {
  const live = createStore<CanvasLive>(() => ({
    steps: { a: idle, b: idle },
    startedAt: 1,
    passed: { "a:ADone:b": 3 },
  }));
  show({ live });
  await expect.poll(() => find('[data-wire="a:ADone:b"]')?.dataset.state).toBe("idle");
  const lights = () => [...place.querySelectorAll(".tw-wire-pulse")];
  expect(lights()).toEqual([]);
  live.setState({ passed: { "a:ADone:b": 4 } });
  expect(lights().map((light) => light.parentElement?.dataset.wire)).toEqual(["a:ADone:b"]);
  live.setState({ passed: { "a:ADone:b": 5 } });
  expect(lights()).toHaveLength(1);
  for (const light of lights()) for (const animation of light.getAnimations()) animation.finish();
  await expect.poll(lights).toEqual([]);
  // Backwards through the run.
  live.setState({ passed: { "a:ADone:b": 2 } });
  expect(lights()).toEqual([]);
});

test("a changed step renders its own card, with its new ports and wires", async () => {
  const rendered: string[] = [];
  const onCardRender = (step: string) => rendered.push(step);
  show({ onCardRender });
  await drawn(rendered);
  rendered.length = 0;
  const choose: Step = { kind: "ask", accepts: ["BDone"], config: { question: "Which?", choices: ["yes", "later"] } };
  show({ onCardRender, workflow: { ...workflow, steps: { ...workflow.steps, choose } } });
  await expect.poll(() => find('[data-port="choose:later"]')).not.toBeNull();
  expect(find('[data-port="choose:no"]')).toBeNull();
  expect(new Set(rendered)).toEqual(new Set(["choose"]));
});

test("a title is text, whatever stands in it", async () => {
  const title = "<img src=x onerror=alert(1)>";
  show({ workflow: { ...workflow, steps: { ...workflow.steps, a: { ...code("Start", "ADone"), title } } } });
  await expect.poll(() => find('[data-step="a"]')?.textContent).toContain(title);
  expect(find("img")).toBeNull();
});

test("ports and wires carry the names of the contract", async () => {
  show({});
  await expect.poll(() => find('[data-wire="Start:Start:a"]')).not.toBeNull();
  for (const port of ["Start:done", "a:in", "a:done", "a:error", "choose:yes"])
    expect(find(`[data-port="${port}"]`), port).not.toBeNull();
  expect(find('[data-step="Start"]')?.dataset.kind).toBe("start");
  expect(find('[data-step="a"]')?.dataset.outcome).toBeUndefined();
});

test("a card that gets the focus late takes it from nobody who is in a dialog meanwhile", async () => {
  let handle: CanvasHandle | undefined;
  const rendered: string[] = [];
  show({ onReady: (ready) => (handle = ready), onCardRender: (step) => rendered.push(step) });
  await drawn(rendered);
  const dialogPlace = document.createElement("div");
  document.body.append(dialogPlace);
  const dialogs = createRoot(dialogPlace);
  const words = createElement("input", { id: "words" });
  const showDialog = (open: boolean) => {
    const props = { open, title: "Search", onClose: () => {}, children: words };
    dialogs.render(createElement(Dialog, props));
  };
  showDialog(true);
  await expect.poll(() => document.activeElement?.id).toBe("words");
  handle?.show("b");
  await frame();
  await frame();
  expect(document.activeElement?.id).toBe("words");
  // One that was closed may fade for a while: who chose something in it goes on at the card.
  showDialog(false);
  await expect.poll(() => document.querySelector('[role="dialog"][data-open]')).toBeNull();
  handle?.show("b");
  await expect.poll(() => document.activeElement?.querySelector('[data-step="b"]')).not.toBeNull();
  dialogs.unmount();
  dialogPlace.remove();
});

test("the map is there while something is out of view, and lies over nothing while all is seen", async () => {
  let handle: CanvasHandle | undefined;
  const far = { ...workflow, layout: { steps: { a: { x: 0, y: 0 }, b: { x: 300, y: 0 }, choose: { x: 9000, y: 0 } } } };
  const isShown = () => find('[aria-label="Map of the workflow"]')?.checkVisibility({ visibilityProperty: true });
  show({
    workflow: far,
    onReady: (ready) => {
      handle = ready;
    },
  });
  await drawn([]);
  handle?.zoomTo(["a"]);
  await expect.poll(isShown).toBe(true);
  show({ workflow });
  handle?.fit();
  await expect.poll(isShown).toBe(false);
});
