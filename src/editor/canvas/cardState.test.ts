import { expect, test } from "vitest";
import { stepViewOf } from "../../engine/testing/stepViewOf.ts";
import { cardAttributes, cardName, cardState } from "./cardState.ts";
import type { StepLive } from "./live.ts";

const now = 1_000_000;
const idle: StepLive = { ...stepViewOf(), waitingFor: null };
const words = (live: Partial<StepLive>) => {
  const { main, aside, right } = cardState({ ...idle, ...live }, 4, now);
  return [main, aside, right].filter(Boolean).join(" | ");
};

test("a card always says one of the three states", () => {
  expect(words({})).toBe("not running");
  expect(words({ status: "preparing", queued: 3 })).toBe("preparing | 3 queued");
  expect(words({ status: "running", running: 4, queued: 9 })).toBe("running | 4/4 · 9 queued");
  expect(words({ status: "preparing", queued: 23_992 })).toBe("preparing | 23,992 queued");
  expect(words({ lastOutcome: "success", lastMs: 400 })).toBe("success | 0.4 s · not running");
  expect(words({ lastOutcome: "failure" })).toBe("failure | not running");
});

test("a later attempt is said", () => {
  const workers = [{ worker: 0, execution: "x1", attempt: 2 }];
  expect(words({ status: "running", running: 1, workers })).toBe("running | attempt 2 | 1/4");
});

test("a card that waits says for what, whatever its state", () => {
  expect(words({ waiting: 1, waitingFor: { for: "you" } })).toBe("waits for you | not running");
  expect(words({ waiting: 3, waitingFor: { for: "you" } })).toBe("waits for you | not running · 3 wait");
  expect(words({ status: "preparing", delayed: 1, waitingFor: { for: "retry", until: now + 11_200 } })).toBe(
    "retry in 12 s | preparing",
  );
  expect(words({ status: "preparing", queued: 1, waitingFor: { for: "workspace", what: "test" } })).toBe(
    "workspace held by test | preparing",
  );
  expect(words({ waiting: 1, waitingFor: { for: "time", until: now + 2_500 } })).toBe("goes on in 3 s | not running");
  expect(words({ status: "running", running: 1, waitingFor: { for: "runner" } })).toBe(
    "running | waits for the runner | 1/4",
  );
});

test("the attributes of the contract leave out what is not so", () => {
  expect(cardAttributes("a", "code", undefined)).toEqual({
    "data-step": "a",
    "data-kind": "code",
    "data-status": "not-running",
    "data-queued": 0,
    "data-running": 0,
  });
  const live: StepLive = { ...idle, status: "preparing", queued: 1, delayed: 1, waitingFor: { for: "retry" } };
  expect(cardAttributes("a", "code", { ...live, lastOutcome: "failure" })).toMatchObject({
    "data-status": "preparing",
    "data-outcome": "failure",
    "data-queued": 2,
    "data-waiting": "retry",
  });
  const asleep: StepLive = { ...idle, waiting: 1, waitingFor: { for: "time", until: 1 } };
  expect(cardAttributes("a", "delay", asleep)).toMatchObject({ "data-waiting": "event" });
});

test("a screen reader hears the title, the kind, the state and the problems", () => {
  expect(cardName("Count", "Code", null, 2)).toBe("Count, Code, 2 problems");
  expect(cardName("Count", "Code", cardState({ ...idle, lastOutcome: "success" }, 4, now), 0)).toBe(
    "Count, Code, success, not running",
  );
});

test("[R32] a batch says how far it is, at its opener and at its joins", () => {
  const batch = { done: 3, members: 200, batches: 1 };
  expect(words({ lastOutcome: "success", batch })).toBe("3 of 200 done | not running");
  expect(words({ status: "running", running: 1, batch })).toBe("running | 3 of 200 done | 1/4");
  expect(cardState({ ...idle, batch: { ...batch, batches: 2 } }, 4, now).main).toBe("3 of 200 done in 2 batches");
});

test("[R29] a join that waits says for what, and the whole of it on hover and to a screen reader", () => {
  const joinWait = { short: "waits for B", long: ["waits for B; has A ×2"] };
  const state = cardState({ ...idle, joinWait }, 4, now);
  expect(state).toMatchObject({ main: "waits for B", right: "not running", hint: "waits for B; has A ×2" });
  expect(cardName("Pair", "Join", state, 0)).toBe("Pair, Join, waits for B, not running, waits for B; has A ×2");
  expect(cardAttributes("pair", "join", { ...idle, joinWait })["data-waiting"]).toBe("event");
});

test("[R70] parked items wait for the person, whatever else the step does", () => {
  const waitingFor = { for: "you", what: "2 parked" } as const;
  expect(words({ waitingFor, waiting: 2, parkedCount: 2 })).toBe("2 parked for you | not running");
  expect(words({ status: "running", running: 3, waitingFor })).toBe("running | 2 parked for you | 3/4");
});

test("[R74] a step that its rate holds back says so without a mark for waiting", () => {
  const live = { ...idle, status: "preparing", queued: 9, waitingFor: { for: "pace", until: now + 400 } } as const;
  expect(words(live)).toBe("held by its rate | preparing · 9");
  expect(cardAttributes("s", "http", live)).not.toHaveProperty("data-waiting");
});

test("[R72] a step for each element says how many items it had and how many failed", () => {
  const each = { total: 24, done: 24, failed: 0, parked: 0 };
  expect(words({ lastOutcome: "success", each })).toBe("success | 24 items | not running");
  expect(words({ lastOutcome: "success", each: { ...each, failed: 2 } })).toBe(
    "success | 24 items, 2 failed | not running",
  );
});

test("[R72] of several lists at once the card counts the one that is under way, and says how many more there are", () => {
  const batch = { done: 3, members: 10, batches: 1 };
  expect(words({ status: "running", running: 2, batch })).toBe("running | 3 of 10 done | 2/4");
  expect(words({ batch: { ...batch, moreLists: 2 } })).toBe("3 of 10 done, 2 more lists | not running");
});
