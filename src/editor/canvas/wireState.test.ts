import { expect, test } from "vitest";
import type { Wire } from "../../workflow/wires.ts";
import type { StepLive } from "./live.ts";
import { wireState } from "./wireState.ts";

const need: Wire = { id: "needs:a:b", kind: "needs", from: "a", port: "done", to: "b", alone: true };
const card = (task: StepLive["task"]) =>
  ({ task, status: task === "running" ? "running" : "not-running", waiting: 0, lastOutcome: ended(task) }) as StepLive;
const ended = (task: StepLive["task"]) =>
  task === "pending" || task === "ready" || task === "running" ? null : (task as StepLive["lastOutcome"]);
const shown = (a: StepLive["task"], b: StepLive["task"]) =>
  wireState(need, { steps: { a: card(a), b: card(b) }, startedAt: 1 });

test("[T4] a need waits, lets its task run, and has let it run", () => {
  expect(shown("running", "pending")).toBe("idle");
  expect(shown("success", "pending")).toBe("idle");
  expect(shown("success", "running")).toBe("live");
  expect(shown("success", "failure")).toBe("done");
  expect(shown("failure", "success")).toBe("done");
});

test("[T2] a need that was no success stops the task that is skipped or blocked, and no other does", () => {
  expect(shown("failure", "blocked")).toBe("stopped");
  expect(shown("skipped", "skipped")).toBe("stopped");
  expect(shown("success", "skipped")).toBe("idle");
});
