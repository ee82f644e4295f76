import { expect, test } from "vitest";
import type { ModelEntry } from "../../protocol/runnerKept.ts";
import { modelDraft, modelProblems, newSecret, settingsOf } from "./modelDraft.ts";

const writer: ModelEntry = {
  name: "writer",
  url: "https://api.example.org/v1",
  model: "big-1",
  keyFrom: "API_KEY",
  isDefault: true,
};

test("a model that is changed and saved as it is keeps all its settings", () => {
  const draft = modelDraft(writer, [writer]);
  expect(modelProblems(draft, { isNew: false, models: [writer], secrets: ["API_KEY"] })).toEqual({});
  const { name: _, ...settings } = writer;
  expect(settingsOf(draft)).toEqual(settings);
});

test("the first model is the default, a further one is not", () => {
  expect(modelDraft(undefined, []).isDefault).toBe(true);
  expect(modelDraft(undefined, [writer]).isDefault).toBe(false);
});

test("everything that is wrong is said at once, each at its field", () => {
  const draft = { ...modelDraft(undefined, [writer]), name: "writer", url: "api.example.org", key: newSecret };
  const problems = modelProblems(draft, { isNew: true, models: [writer], secrets: [] });
  expect(Object.keys(problems).sort()).toEqual(["name", "secret", "url", "value"]);
});

test("a key in a new secret is named by the model; an empty model name is left out", () => {
  const draft = {
    ...modelDraft(undefined, []),
    name: "a",
    url: "http://h/v1",
    key: newSecret,
    secret: "K",
    value: "v",
  };
  expect(settingsOf(draft)).toEqual({ url: "http://h/v1", keyFrom: "K", isDefault: true });
  expect(JSON.stringify(settingsOf({ ...draft, value: "hidden value" }))).not.toContain("hidden");
});
