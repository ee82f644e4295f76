import { expect, test } from "vitest";
import type { Workflow } from "../workflow/workflow.ts";
import { reasonText } from "./reasonText.ts";

const workflow = { steps: { bad: { kind: "code", accepts: ["Start"], config: {} } } } as unknown as Workflow;
const text = (reason: string) => reasonText(reason, workflow, (step) => (step === "bad" ? "Notify" : step));

test("the step of a reason is named as everywhere on the page", () => {
  expect(text("bad failed: bad thing")).toBe("“Notify” failed: bad thing");
  expect(text("bad was denied")).toBe("“Notify” was denied");
});

test("so is what failed inside of a step that runs a workflow", () => {
  const inner = { steps: { load: { kind: "code", accepts: ["Start"], config: {} } } };
  const outer = { steps: { review: { kind: "workflow", accepts: ["Start"], config: { workflow: inner } } } };
  const titles: Readonly<Record<string, string>> = { review: "Review", "review/load": "Load it" };
  const told = (reason: string) => reasonText(reason, outer as unknown as Workflow, (step) => titles[step] ?? step);
  expect(told("review failed: review/load failed: boom: x")).toBe("“Review” failed: “Load it” failed: boom: x");
  expect(told("review failed: nobody failed: boom")).toBe("“Review” failed: nobody failed: boom");
});

test("several steps of a reason are each named so, and the one before which the run stopped", () => {
  expect(text("bad, bad could not run")).toBe("“Notify”, “Notify” could not run");
  expect(text("bad, other failed")).toBe("bad, other failed");
  expect(text("Stopped before bad (Start), which has a breakpoint.")).toBe(
    "Stopped before “Notify” (Start), which has a breakpoint.",
  );
  expect(text("Stopped before bad, which has a breakpoint.")).toBe("Stopped before “Notify”, which has a breakpoint.");
});

test("a reason that begins with no step stays as it is", () => {
  expect(text("other failed: boom")).toBe("other failed: boom");
  expect(text("The run reached its time limit of 5 ms.")).toBe("The run reached its time limit of 5 ms.");
  expect(text("bad failedly")).toBe("bad failedly");
});
