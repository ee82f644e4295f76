import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allSteps } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { exampleFacts, exampleNames } from "./examples.ts";

test("every example says what it needs: commands the runner, agents a model, all others nothing", () => {
  for (const name of exampleNames) {
    const workflow = JSON.parse(readFileSync(`public/examples/${name}.workflow.json`, "utf8")) as Workflow;
    const kinds = new Set(allSteps(workflow).map(([, { kind }]) => kind));
    // Its form asks whether a model answers.
    const asksModel = kinds.has("agent") && name !== "every-kind";
    const needs = asksModel ? "model" : kinds.has("command") ? "runner" : "nothing";
    expect([name, exampleFacts[name].needs]).toEqual([name, needs]);
  }
});
