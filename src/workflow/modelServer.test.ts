import { expect, test } from "vitest";
import { modelServerOf } from "./modelServer.ts";
import { needsRunner } from "./needsRunner.ts";
import { permissionsOf } from "./permissions.ts";
import { validateWorkflow } from "./validateWorkflow.ts";
import { type StepConfigs, type Workflow, workflowFormat } from "./workflow.ts";

const workflow = (config: StepConfigs["agent"]): Workflow => ({
  format: workflowFormat,
  name: "agents",
  steps: {
    s: { kind: "agent", accepts: ["Start"], emits: { done: "Done" }, config: { prompt: "Hi", ...config } },
    end: { kind: "stop", accepts: ["Done"], config: {} },
  },
});

const problems = (config: StepConfigs["agent"]) =>
  validateWorkflow(workflow(config)).map(({ pointer, severity }) => `${severity} ${pointer}`);

test("a tab asks the server of the step's address, or the local one that the model's name begins with", () => {
  expect(modelServerOf({ url: "http://127.0.0.1:9/v1/", model: "tiny" })).toEqual({
    url: "http://127.0.0.1:9/v1",
    model: "tiny",
  });
  expect(modelServerOf({ model: "ollama/qwen/2" })).toEqual({ url: "http://127.0.0.1:11434/v1", model: "qwen/2" });
  expect(modelServerOf({ model: "ollama/" })).toBeUndefined();
  expect(modelServerOf({ model: "fast" })).toBeUndefined();
  expect(modelServerOf({ url: "http://127.0.0.1:9/v1" })).toBeUndefined();
});

test("consent is to the host that the tab asks, and needs no runner; through the runner it is to the model", () => {
  const byTab = workflow({ via: "tab", model: "lmstudio/phi" });
  expect(permissionsOf(byTab)).toEqual([{ kind: "host", host: "127.0.0.1:1234" }]);
  expect(needsRunner(byTab)).toBe(false);
  expect(permissionsOf(workflow({ via: "tab", url: "https://models.example/v1", model: "m" }))).toEqual([
    { kind: "host", host: "models.example" },
  ]);
  expect(permissionsOf(workflow({ model: "lmstudio/phi" }))).toEqual([{ kind: "model", name: "lmstudio/phi" }]);
});

test("[V8] whom a tab asks must stand in the step, fixed and without a key; every mistake names its field", () => {
  expect(problems({ via: "tab", model: "ollama/x" })).toEqual([]);
  expect(problems({ via: "tab", url: "http://127.0.0.1:8080/v1", model: "x" })).toEqual([]);
  expect(problems({ via: "tab", model: "fast" })).toEqual(["error /steps/s/config/model"]);
  expect(problems({ via: "tab" })).toEqual(["error /steps/s/config/model"]);
  expect(problems({ via: "tab", url: "http://{{ input.host }}/v1", model: "x" })).toContain(
    "error /steps/s/config/url",
  );
  for (const url of ["ftp://x/v1", "http://me:secret@x/v1", "http://x/v1?key=1", "127.0.0.1/v1"])
    expect(problems({ via: "tab", url, model: "x" })).toEqual(["error /steps/s/config/url"]);
  expect(problems({ via: "tab", url: "http://x/v1" })).toEqual(["error /steps/s/config/model"]);
  expect(problems({ via: "tab", model: "ollama/x", prompt: "{{ secret.KEY }}" })).toEqual([
    "error /steps/s/config/prompt",
  ]);
  expect(problems({ model: "fast", url: "http://x/v1" })).toEqual(["warning /steps/s/config/url"]);
});
