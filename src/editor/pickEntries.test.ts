import { expect, test } from "vitest";
import { wiresOf } from "../workflow/wires.ts";
import type { Step } from "../workflow/workflow.ts";
import { targetEntries } from "./pickEntries.ts";

const steps: Record<string, Step> = {
  ask: { kind: "ask", accepts: ["Start"], emits: { yes: "AskYes", no: "AskNo" }, config: { choices: ["yes", "no"] } },
  write: { kind: "stop", accepts: ["AskYes"], config: {} },
  end: { kind: "stop", title: "The end", accepts: [], config: {} },
};
const labels = (from: string) => targetEntries({ steps }, wiresOf({ steps }), from).map(({ label }) => label);

test("every output is offered with every step that it does not lead to yet, free steps first", () => {
  expect(labels("ask")).toEqual([
    "yes → The end",
    "yes → ask",
    "no → The end",
    "no → write",
    "no → ask",
    "error → The end",
    "error → write",
    "error → ask",
  ]);
});

test("the one output of the start needs no name", () => {
  expect(labels("Start")).toEqual(["The end", "write"]);
  expect(labels("end")).toEqual([]);
});
