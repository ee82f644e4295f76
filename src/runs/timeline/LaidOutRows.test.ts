import { expect, test } from "vitest";
import type { Attempt } from "../attempt.ts";
import { LaidOutRows } from "./LaidOutRows.ts";
import { timelineRows } from "./timelineBars.ts";

const attempt = (step: string, place: number): Attempt => ({
  execution: `${step}${place}`,
  item: `i${step}${place}`,
  step,
  worker: 0,
  attempt: 1,
  context: { trail: undefined, once: {}, waits: [] },
  queuedAt: 10 * place,
  queuedFor: "worker",
  dispatchedAt: 10 * place,
  endedAt: 10 * place + 5,
  end: "completed",
  fromSeq: 1,
});

/** A history that says of which steps it was asked. */
function growing(attempts: Record<string, Attempt[]>) {
  let seq = 1;
  let touched: ReadonlySet<string> | undefined;
  const asked: string[] = [];
  return {
    asked,
    get seq() {
      return seq;
    },
    attemptsOf(step: string) {
      asked.push(step);
      return attempts[step] ?? [];
    },
    touchedSince: () => touched,
    grow(step: string, ...more: readonly Attempt[]) {
      attempts[step] = [...(attempts[step] ?? []), ...more];
      seq++;
      touched = new Set([step]);
      asked.length = 0;
    },
    forget() {
      seq++;
      touched = undefined;
      asked.length = 0;
    },
  };
}

test("steps of which nothing was read are not laid out again, and open bars grow", () => {
  const { endedAt: _endedAt, end: _end, ...open } = attempt("c", 1);
  const history = growing({
    a: [attempt("a", 1)],
    b: [attempt("b", 1)],
    c: [open],
  });
  const rows = new LaidOutRows(["a", "b", "c", "never"], history, undefined);
  expect(rows.at(100).map(({ step }) => step)).toEqual(["a", "b", "c"]);
  history.grow("a", attempt("a", 20));
  const next = rows.at(300);
  expect(history.asked).toEqual(["a", "c"]);
  expect(next).toEqual(timelineRows(["a", "b", "c"], (step) => history.attemptsOf(step), { now: 300 }));
  expect(next[2]?.lanes.flat().at(-1)).toMatchObject({ open: true, to: 300 });
});

test("a history that does not know any more what changed is laid out whole", () => {
  const history = growing({ a: [attempt("a", 1)], b: [attempt("b", 1)] });
  const rows = new LaidOutRows(["a", "b"], history, undefined);
  rows.at(100);
  history.forget();
  rows.at(200);
  expect(history.asked).toEqual(["a", "b"]);
});

test("a try that is still to come is a bar that grows, until it is there", () => {
  const failed: Attempt = { ...attempt("a", 1), end: "retrying" };
  const last = (...attempts: Attempt[]) =>
    timelineRows(["a"], () => attempts, { now: 90 })[0]
      ?.lanes.flat()
      .at(-1);
  expect(last(failed)).toMatchObject({ kind: "retry", from: 15, to: 90, open: true });
  expect(last(failed, { ...attempt("a", 5), item: failed.item })).toMatchObject({ kind: "success", open: false });
});
