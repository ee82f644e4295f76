import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createEngineClient } from "../../../src/app/engineClient.ts";
import { Canvas } from "../../../src/editor/canvas/Canvas.tsx";
import type { RunUpdate } from "../../../src/protocol/runUpdate.ts";
import type { StoredRun } from "../../../src/protocol/storedRun.ts";
import { useRunStores } from "../../../src/runs/useRun.ts";
import { UiRoot } from "../../../src/ui/UiRoot.tsx";
import type { Point, Workflow } from "../../../src/workflow/workflow.ts";
import { ring } from "../ours/workflows.ts";

/*
 * B8: a thousand steps that change their status many times a second, told by the product's engine in a worker.
 * `?bare`: who hears it writes attributes and texts of plain elements and nothing else; else it is the canvas of a run
 * with the store of the run's page and the page's own client of the engine.
 */

const worker = new Worker(new URL("./runOfStatuses.ts", import.meta.url), { type: "module" });
const place = document.getElementById("place") as HTMLElement;
const cards = 1_000;
const columns = 40;

/** What the worker has told so far: it counts, so that no side of the page does. */
const countChanges = (): Promise<number> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage("count", [port2]);
  });

const intervals: number[] = [];
let changesBefore = 0;
let watchesFrames = false;

/** From now on: `frames` says whether they are watched; `seen` answers what was. */
Object.assign(globalThis, {
  async begin(frames: boolean) {
    changesBefore = await countChanges();
    intervals.length = 0;
    if (watchesFrames || !frames) return;
    watchesFrames = true;
    let before = performance.now();
    const watchFrame = (now: number): void => {
      intervals.push(now - before);
      before = now;
      requestAnimationFrame(watchFrame);
    };
    requestAnimationFrame(watchFrame);
  },
  seen: async () => ({ changes: (await countChanges()) - changesBefore, intervals: intervals.slice(1) }),
});

if (new URLSearchParams(location.search).has("bare")) drawBare();
else drawCanvas();

function drawBare(): void {
  const grid = document.createElement("div");
  grid.className = "bare-cards";
  const elements = new Map<string, { readonly card: HTMLElement; readonly text: Text }>();
  for (let n = 0; n < cards; n++) {
    const card = document.createElement("article");
    const text = document.createTextNode("not running");
    card.append(`s${n} `, text);
    grid.append(card);
    elements.set(`s${n}`, { card, text });
  }
  place.append(grid);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<RunUpdate>) => {
    if (data.kind !== "changes") return;
    for (const [id, view] of Object.entries(data.steps)) {
      const element = elements.get(id);
      if (element === undefined) continue;
      element.card.dataset.status = view.status;
      element.card.dataset.queued = String(view.queued);
      element.card.dataset.running = String(view.running);
      if (view.lastOutcome !== null) element.card.dataset.outcome = view.lastOutcome;
      element.text.data = view.status === "not-running" ? (view.lastOutcome ?? "not running") : view.status;
    }
  };
  worker.postMessage("watch", [port2]);
}

function drawCanvas(): void {
  const { workflow } = ring(cards, cards);
  const steps: Record<string, Point> = {};
  for (let n = 0; n < cards; n++) steps[`s${n}`] = { x: 320 * (n % columns), y: 160 * Math.floor(n / columns) };
  const placed: Workflow = { ...workflow, layout: { start: { x: -320, y: 0 }, steps } };
  const stored: StoredRun = {
    summary: {
      id: "bench",
      name: "bench",
      number: 1,
      lifecycle: "running",
      outcome: null,
      createdAt: Date.now(),
      seq: 0,
      needsYou: 0,
    },
    workflow: placed,
    digest: "",
    input: null,
  };
  const { api } = createEngineClient(() => worker);
  function LiveCanvas() {
    const stores = useRunStores(api, stored, { scope: "", tick: null });
    return createElement(Canvas, { workflow: placed, label: "Canvas of the run", live: stores.canvas });
  }
  createRoot(place).render(createElement(UiRoot, null, createElement(LiveCanvas)));
}
