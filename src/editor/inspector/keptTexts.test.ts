import { expect, test } from "vitest";
import type { Workflow } from "../../workflow/workflow.ts";
import { createKeptTexts, keptTextProblems, keptTextsOf } from "./keptTexts.ts";

const steps: Workflow["steps"] = { ask: { kind: "ask", accepts: ["Start"], config: { question: "?" } } };
const text = { text: "{", since: "", message: "Line 1: it ends too early." };

test("a text waits at its step and field, and is one warning there until it is a value or taken back", () => {
  const texts = createKeptTexts();
  texts.at({ step: "ask" }).keep("Schema", text);
  expect(texts.at({ step: "ask" }).read("Schema")).toEqual(text);
  expect(texts.at({ step: "other" }).read("Schema")).toBeUndefined();
  expect(texts.at({ test: "ask" }).read("Schema")).toBeUndefined();
  const [problem, ...more] = keptTextProblems({ steps }, texts);
  expect(more).toEqual([]);
  expect(problem).toMatchObject({ rule: "V8", severity: "warning", step: "ask" });
  expect(problem?.message).toContain("“Schema” is not taken yet: Line 1");
  texts.at({ step: "ask" }).keep("Schema", null);
  expect(keptTextProblems({ steps }, texts)).toEqual([]);
});

test("it goes along with a new name, waits for a step that was deleted, and is no problem in a test", () => {
  const texts = createKeptTexts();
  texts.at({ step: "ask" }).keep("Schema", text);
  texts.at({ test: "ask" }).keep("Data of the event", text);
  expect(keptTextProblems({ steps: {} }, texts)).toEqual([]);
  texts.rename("ask", "question");
  expect(texts.at({ step: "question" }).read("Schema")).toEqual(text);
  expect(keptTextProblems({ steps }, texts)).toEqual([]);
});

test("each workflow has its own, as long as the page lives", () => {
  keptTextsOf("w1").at({ step: "ask" }).keep("Schema", text);
  expect(keptTextsOf("w2").at({ step: "ask" }).read("Schema")).toBeUndefined();
  expect(keptTextsOf("w1").at({ step: "ask" }).read("Schema")).toEqual(text);
});
