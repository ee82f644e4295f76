import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { UiRoot } from "../../ui/UiRoot.tsx";
import type { Attempt } from "../attempt.ts";
import { rowCounts } from "./barText.ts";
import { placeRows } from "./placement.ts";
import { TimelineView } from "./TimelineView.tsx";
import { timelineRows } from "./timelineBars.ts";
import type { TimelineScene } from "./useTimelineScene.ts";

vi.setConfig({ testTimeout: 40_000 });

let unmount = (): void => {};
afterEach(() => unmount());

/** A run of so many attempts of one step, 10 ms each, from 1,000 on. */
function sceneOf(count: number, over: Partial<TimelineScene> = {}): TimelineScene {
  const attempts = Array.from({ length: count }, (_, index): Attempt => {
    const at = 1_000 + 10 * index;
    return {
      execution: `x${index + 1}`,
      item: `i${index + 1}`,
      step: "work",
      worker: 0,
      attempt: 1,
      context: { trail: undefined, once: {}, waits: [] },
      queuedAt: at,
      queuedFor: "worker",
      dispatchedAt: at,
      endedAt: at + 8,
      end: "completed",
      fromSeq: index + 1,
      toSeq: index + 2,
    };
  });
  const to = 1_000 + 10 * count;
  const rows = placeRows(timelineRows(["work"], () => attempts, { now: to }));
  return {
    isRead: true,
    rows,
    height: 60,
    marks: new Map(),
    from: 1_000,
    before: null,
    tickAt: (at) => Math.round((at - 1_000) / 10),
    countsOf: () => rowCounts(attempts),
    whole: { from: 1_000, to },
    isLive: false,
    now: to,
    moment: null,
    ...over,
  };
}

function show(scene: TimelineScene, title = (step: string) => step) {
  const place = document.createElement("div");
  place.style.cssText = "width: 900px; height: 260px";
  document.body.append(place);
  const root = createRoot(place);
  const opened: string[] = [];
  const again = (scene: TimelineScene) => {
    const onAttempt = (execution: string) => opened.push(execution);
    const props = { scene, title, selected: null, execution: null, onSelect: () => {}, onAttempt };
    root.render(createElement(UiRoot, null, createElement(TimelineView, props)));
  };
  again(scene);
  unmount = () => {
    root.unmount();
    place.remove();
  };
  const slider = () => place.querySelector<HTMLElement>("[role=slider]");
  return { place, opened, again, slider, shown: () => slider()?.getAttribute("aria-valuetext") };
}

test("a few bars need no overview; of thousands the whole run stands above, and keys move what is shown of it", async () => {
  const few = show(sceneOf(5));
  await expect.poll(() => few.place.querySelector(".timeline-name")?.ariaLabel).toContain("5 attempts");
  expect(few.slider()).toBeNull();
  unmount();
  const many = show(sceneOf(6_000));
  await expect.poll(many.shown).toBe("from 0 to +1:00");
  many.slider()?.focus();
  await userEvent.keyboard("++++");
  await expect.poll(many.shown).not.toBe("from 0 to +1:00");
  await userEvent.keyboard("{Home}");
  await expect.poll(many.shown).toMatch(/^from 0 to \+/);
  const first = many.shown();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(many.shown).not.toBe(first);
  await userEvent.keyboard("{End}");
  await expect.poll(many.shown).toMatch(/to \+1:00$/);
  await userEvent.keyboard("f");
  await expect.poll(many.shown).toBe("from 0 to +1:00");
});

test("who goes through the run draws no bar again: the moment stands over them", async () => {
  const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, "roundRect");
  const scene = sceneOf(600);
  const { place, again } = show(scene);
  // Its size is measured once it is there.
  await expect.poll(() => place.querySelectorAll("canvas")[1]?.width).toBe(900 - 168);
  expect(drawn.mock.calls.length).toBeGreaterThan(100);
  const line = () =>
    place.querySelectorAll("canvas")[2]?.getContext("2d")?.getImageData(0, 0, 700, 1).data.some(Boolean);
  expect(line()).toBe(false);
  drawn.mockClear();
  for (const at of [2_000, 3_000, 4_000]) again({ ...scene, moment: at, marks: new Map() });
  await expect.poll(line).toBe(true);
  expect(drawn).not.toHaveBeenCalled();
});

test("it says that nothing ran yet when that is so, not while the journal is being read", async () => {
  const nothing = { rows: [], height: 0 };
  const empty = show(sceneOf(0, nothing));
  await expect.poll(() => empty.place.textContent).toContain("when the first step runs");
  unmount();
  const unread = show(sceneOf(0, { ...nothing, isRead: false }));
  await expect.poll(() => unread.place.querySelector(".timeline-none")).not.toBeNull();
  expect(unread.place.textContent).toBe("");
});

test("the end of a long name is never cut", async () => {
  const long = "Convert every picture of the folder for printing";
  const { place } = show(sceneOf(1), (step) => `${step}: ${long}`);
  const name = () => place.querySelector<HTMLElement>(".timeline-name");
  await expect.poll(() => name()?.title).toBe(`work: ${long}`);
  const end = name()?.querySelector<HTMLElement>(".timeline-long-name > :last-child");
  expect(end?.textContent).toBe("for printing");
  const [inner, outer] = [end?.getBoundingClientRect(), name()?.getBoundingClientRect()];
  expect(inner?.right).toBeLessThanOrEqual(outer?.right ?? 0);
});

test("a press beside the window of the overview shows that part of the run", async () => {
  const { slider, shown } = show(sceneOf(6_000));
  await expect.poll(shown).toBe("from 0 to +1:00");
  slider()?.focus();
  await userEvent.keyboard("++++{Home}");
  const box = slider()?.getBoundingClientRect() ?? new DOMRect();
  const press = { clientX: box.left + box.width * 0.9, clientY: box.top + 10, button: 0, bubbles: true };
  slider()?.dispatchEvent(new MouseEvent("mousedown", press));
  window.dispatchEvent(new MouseEvent("mouseup", press));
  await expect.poll(shown).toMatch(/^from \+(4|5)\d s/);
});

test("what a fork copied is shaded and named, and counts back from the fork", async () => {
  const scene = sceneOf(600, { from: 4_000, before: { from: 1_000, label: "from run 3" } });
  const { place, shown } = show(scene);
  await expect.poll(() => place.querySelector(".timeline-before")?.textContent).toBe("from run 3");
  expect(shown()).toBe("from −3 s to +3 s");
});

test("arrows go from bar to bar, and Enter opens the attempt", async () => {
  const { place, opened } = show(sceneOf(20));
  await expect.poll(() => place.querySelector(".timeline-name")).not.toBeNull();
  place.querySelector<HTMLElement>(".timeline-bars")?.focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}{Enter}");
  await expect.poll(() => opened).toEqual(["x3"]);
});

test("the axis of a run that goes on moves with the bars under it, which nobody renders", async () => {
  const now = Date.now();
  const from = now - 2_000;
  const scene = { from, before: { from: now - 5_000, label: "from run 3" }, whole: { from: now - 5_000, to: now } };
  const { place } = show(sceneOf(5, { ...scene, now, isLive: true }));
  const fork = () => place.querySelector<HTMLElement>(".timeline-before")?.getBoundingClientRect().width ?? 0;
  await expect.poll(fork).toBeGreaterThan(100);
  const first = fork();
  await expect.poll(fork).toBeLessThan(first - 3);
});
