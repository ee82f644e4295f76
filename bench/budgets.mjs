// What is promised of each row. `compare` says on which side of `budget` the value has to be; `of` how the value comes
// from the two sides: their ratio, or our own figure.
const atLeast = (id, budget) => ({ id, budget, compare: "at least", of: "ratio" });
const atMost = (id, budget) => ({ id, budget, compare: "at most", of: "ratio" });
const ownAtMost = (id, budget) => ({ id, budget, compare: "at most", of: "figure" });

export const budgets = [
  atLeast("B1 chain relaxed", 0.85),
  atLeast("B1 fan-out 4 relaxed", 0.85),
  atLeast("B1 fan-out 64 relaxed", 0.6),
  ownAtMost("B2 commits per step", 1),
  atLeast("B2 fan-out 64 against records", 5),
  atLeast("B3 loop against xstate", 2),
  atLeast("B3 loop against workflow-core", 20),
  atLeast("B4 chain", 0.5),
  atLeast("B4 fan-out", 1.3),
  ownAtMost("B5 history in memory", 0.05),
  ownAtMost("B5 history durable", 0.05),
  ownAtMost("B6 queue length", 0.15),
  ownAtMost("B6 buffered events", 0.15),
  ownAtMost("B6 steps", 0.15),
  atMost("B7 reload at 10,000 ticks", 1.5),
  atMost("B7 reload at 100,000 against 10,000", 1.1),
  atMost("B8 script time per status change", 4),
  ownAtMost("B8 frames over 17.7 ms, %", 5),
  atMost("B9 bytes of the engine worker", 4),
  atMost("B9 bytes of the first load", 1.5),
  atMost("B9 first interactive canvas", 1.15),
  atMost("B10 heap after 100,000 ticks", 1.2),
  atMost("B10 opening a log of 50 MB", 3),
  ownAtMost("B11 scrubber p95, ms", 50),
  atMost("B12 command step", 1),
  atMost("B12 200 at once", 1),
  ownAtMost("B12 helper processes", 4),
  ownAtMost("B13 editor of 1,000 steps, % of frames", 5),
];

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const short = (value) => Number(value.toPrecision(4));

/** The row of the table. Rounds are compared in pairs, so that a slow minute of the machine slows both sides. */
export function rowOf(budget, samples) {
  const { us, other, note } = samples;
  const values = budget.of === "ratio" ? us.map((figure, round) => figure / other[round]) : us;
  const value = median(values);
  return {
    id: budget.id,
    value: short(value),
    budget: budget.budget,
    compare: budget.compare,
    ok: budget.compare === "at least" ? value >= budget.budget : value <= budget.budget,
    min: short(Math.min(...values)),
    max: short(Math.max(...values)),
    rounds: values.length,
    ...(other && { us: short(median(us)), other: short(median(other)) }),
    note,
  };
}

/** A row that could not be measured says why. */
export function unmeasuredRow(budget, reason) {
  const { id, budget: bound, compare } = budget;
  return { id, value: null, budget: bound, compare, ok: false, min: null, max: null, rounds: 0, note: reason };
}
