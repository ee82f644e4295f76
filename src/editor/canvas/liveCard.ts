import { clockNow, watchClock } from "../../ui/pageClock.ts";
import { kindOf, workersOf } from "../../workflow/kinds.ts";
import type { Step, StepId } from "../../workflow/workflow.ts";
import { type CardState, cardAttributes, cardName, cardState } from "./cardState.ts";
import { type LiveHub, momentKey, type StepLive, stepIn, type Writer } from "./live.ts";

/*
 * What a step does in a run, written into its card. React has drawn everything that stays the same: the card, and the
 * empty parts of its strip (`CardStrip.tsx`).
 */

/** The parts of a live strip, by their classes. */
export const stripParts = {
  name: "tw-card-name",
  main: "tw-card-main",
  text: "tw-card-text",
  aside: "tw-card-aside",
  right: "tw-card-right",
  bar: "tw-card-bar",
} as const;

export interface DrawnCard {
  readonly card: HTMLElement;
  /** What of the strip for a run was drawn; `name`: what is spoken alone. */
  readonly strip: "none" | "name" | "whole";
  readonly id: StepId;
  readonly step: Step;
}

/** Keeps the card of a step as the run has it; what counts down is written every second. */
export function cardWriter(drawn: DrawnCard, hub: LiveHub): Writer {
  let endCounting: (() => void) | undefined;
  const find = finderIn(drawn.card);
  const write = (): void => {
    const state = hub.store.getState();
    const live = stepIn(state, drawn.id);
    const counts = live?.waitingFor?.until !== undefined;
    if (!counts) stop();
    else if (endCounting === undefined) {
      const ends = [watchClock(write), hub.watch([momentKey], write)];
      endCounting = () => {
        for (const end of ends) end();
      };
    }
    writeCard(drawn, live, counts ? (state.at ?? clockNow()) : 0, find);
  };
  const stop = (): void => {
    endCounting?.();
    endCounting = undefined;
  };
  return { write, stop };
}

/** `live`: `undefined` in the editor. `now`: epoch ms. */
function writeCard({ card, strip, id, step }: DrawnCard, live: StepLive | undefined, now: number, find: Finder): void {
  const attributes: Readonly<Record<string, string | number>> = cardAttributes(id, step.kind, live);
  for (const name of changing) setAttribute(card, name, attributes[name]);
  setAttribute(card, "data-tone", live && cardTone(live));
  if (strip !== "none")
    writeStrip(find, { step, title: step.title ?? id, isWhole: strip === "whole" }, live ?? atRest, now);
}

/** Nothing is told of it yet. */
const atRest: StepLive = {
  status: "not-running",
  queued: 0,
  delayed: 0,
  running: 0,
  waiting: 0,
  workers: [],
  buffers: {},
  task: null,
  lastOutcome: null,
  waiters: [],
  uncertain: [],
  nextRetryAt: null,
  lastFailure: null,
  waitingFor: null,
};

/** The others say which card it is. */
const changing = ["data-status", "data-outcome", "data-queued", "data-running", "data-waiting"];

type Finder = (selector: string) => Element | null;

/** Finds parts of a card, and looks for each once: React draws them with the card, and seldom anew. */
function finderIn(card: HTMLElement): Finder {
  const found = new Map<string, Element>();
  return (selector) => {
    const known = found.get(selector);
    if (known?.isConnected) return known;
    const element = card.querySelector(`.tw-card-live ${selector}`);
    if (element !== null) found.set(selector, element);
    return element;
  };
}

function writeStrip(
  find: Finder,
  { step, title, isWhole }: { readonly step: Step; readonly title: string; readonly isWhole: boolean },
  live: StepLive,
  now: number,
): void {
  const limit = workersOf(step);
  const state = cardState(live, limit, now);
  const part = (name: keyof typeof stripParts) => find(`.${stripParts[name]}`);
  setText(part("name"), cardName(title, kindOf(step).title, state, 0));
  if (!isWhole) return;
  setAttribute(part("main"), "data-tone", state.tone);
  setAttribute(part("main"), "data-mark", state.mark);
  setAttribute(find(".tw-card-mark path"), "d", markPaths[state.mark]);
  setText(part("text"), state.main);
  setAttribute(part("text"), "title", state.hint === undefined ? state.main : `${state.main}\n${state.hint}`);
  setText(part("aside"), state.aside ?? "");
  setAttribute(part("aside"), "title", state.aside);
  setAttribute(part("aside"), "hidden", state.aside === undefined ? "" : undefined);
  setText(part("right"), state.right);
  writeBar(part("bar"), live, limit);
}

/** What was written last: to read it of the style takes as long as to write it. */
const barWidths = new WeakMap<HTMLElement, string>();

/** How many of the workers are busy, or of the members done, as a thin bar; the words stand in the strip. */
function writeBar(bar: Element | null, { batch, running }: StepLive, limit: number): void {
  const share = batch ? batch.done / Math.max(1, batch.members) : running / Math.max(1, limit);
  setAttribute(bar, "data-tone", batch ? "ok" : running > 0 ? "run" : undefined);
  const filled = bar?.firstElementChild;
  if (!(filled instanceof HTMLElement)) return;
  const width = `${Math.min(1, share) * 100}%`;
  if (barWidths.get(filled) === width) return;
  barWidths.set(filled, width);
  filled.style.width = width;
}

function cardTone(live: StepLive): string | undefined {
  const waits = live.waitingFor?.for;
  if (waits !== undefined && waits !== "retry" && waits !== "pace") return "waiting";
  if (live.status !== "not-running") return "busy";
  const failed = live.lastOutcome === "failure" || live.lastOutcome === "denial" || live.lastOutcome === "timeout";
  return failed ? "failed" : undefined;
}

/** As lucide draws them, in one path each; the dot is drawn by the styles. */
const markPaths: Record<CardState["mark"], string | undefined> = {
  check: "M20 6 9 17l-5-5",
  cross: "M18 6 6 18M6 6l12 12",
  pause: "M22 12a10 10 0 1 1-20 0a10 10 0 0 1 20 0M10 15V9M14 15V9",
  skip: "M21 4v16M6.029 4.285A2 2 0 0 0 3 6v12a2 2 0 0 0 3.029 1.715l9.997-5.998a2 2 0 0 0 .003-3.432z",
  dot: undefined,
  none: undefined,
};

/** What stands there already is not written again: each writing has the browser look at the element. */
function setAttribute(element: Element | null, name: string, value: string | number | undefined): void {
  if (element === null) return;
  const before = element.getAttribute(name);
  if (value === undefined) {
    if (before !== null) element.removeAttribute(name);
  } else if (before !== String(value)) element.setAttribute(name, String(value));
}

function setText(element: Element | null, text: string): void {
  if (element === null) return;
  const node = element.firstChild;
  if (node === null) element.append(text);
  else if (node.nodeValue !== text) node.nodeValue = text;
}
