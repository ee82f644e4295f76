import { expect, test } from "vitest";
import type { Workflow } from "../workflow/workflow.ts";
import { reasonText } from "./reasonText.ts";

const workflow = { steps: { bad: { kind: "code", accepts: ["Start"], config: {} } } } as unknown as Workflow;
const text = (reason: string) => reasonText(reason, workflow, (step) => (step === "bad" ? "Notify" : step));

test("the step of a reason is named as everywhere on the page", () => {
  expect(text("bad failed: bad thing")).toBe("“Notify” failed: bad thing");
  expect(text("bad was denied")).toBe("“Notify” was denied");
});

test("a reason that begins with no step stays as it is", () => {
  expect(text("other failed: boom")).toBe("other failed: boom");
  expect(text("The run reached its time limit of 5 ms.")).toBe("The run reached its time limit of 5 ms.");
  expect(text("bad failedly")).toBe("bad failedly");
});
