import { expect, test } from "vitest";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import type { RunnerOffers } from "./editorContext.ts";
import { missingOnRunner } from "./missingOnRunner.ts";

const workflow = (steps: object) => {
  const parsed = parseWorkflow({ format: "tickwork/workflow@1", name: "W", steps });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
};

const ask = (config: object) => workflow({ ask: { kind: "agent", accepts: ["Start"], config } });
const nothing: RunnerOffers = { models: [], secrets: [], workspaces: [] };
const unknown: RunnerOffers = { models: null, secrets: null, workspaces: null };
const writer = { name: "writer", url: "http://h/v1", model: "m", isDefault: true };

test("[V8] a model, a secret and a workspace that the runner does not have are warnings at their steps", () => {
  const problems = missingOnRunner(
    workflow({
      ask: { kind: "agent", accepts: ["Start"], config: { model: "writer", prompt: "{{ secret.KEY }}" } },
      save: { kind: "file", accepts: ["Start"], config: { operation: "read", path: "a", workspace: "docs" } },
    }),
    nothing,
  );
  expect(problems.map(({ rule, severity, step, pointer }) => [rule, severity, step, pointer])).toEqual([
    ["V8", "warning", "ask", "/steps/ask"],
    ["V8", "warning", "ask", "/steps/ask/config/model"],
    ["V8", "warning", "save", "/steps/save/config/workspace"],
  ]);
});

test("[V8] nothing is said of what is there, of models of local servers, and while no runner answers", () => {
  expect(missingOnRunner(ask({ model: "writer", prompt: "x" }), { ...nothing, models: [writer] })).toEqual([]);
  expect(missingOnRunner(ask({ prompt: "x" }), { ...nothing, models: [writer] })).toEqual([]);
  expect(missingOnRunner(ask({ model: "ollama/llama3.2", prompt: "x" }), nothing)).toEqual([]);
  expect(missingOnRunner(ask({ model: "writer", prompt: "{{ secret.K }}" }), unknown)).toEqual([]);
});

test("[V8] a step that leaves the model to the runner needs a default one there", () => {
  const two = [
    { ...writer, isDefault: false },
    { ...writer, name: "other", isDefault: false },
  ];
  expect(missingOnRunner(ask({ prompt: "x" }), { ...nothing, models: two })).toHaveLength(1);
});
