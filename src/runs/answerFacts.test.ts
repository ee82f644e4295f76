import { expect, test } from "vitest";
import { answerFacts } from "./answerFacts.ts";

test("tokens and model of an answer are told, as far as the server counted", () => {
  expect(answerFacts({ text: "Hi", model: "big-1", usage: { input: 1200, output: 34 } })).toEqual({
    model: "big-1",
    tokens: "1,200 in, 34 out",
  });
  expect(answerFacts({ text: "Hi", usage: { input: null, output: 34 } })).toEqual({ tokens: "34 out" });
});

test("what is no answer has no facts", () => {
  expect(answerFacts(undefined)).toEqual({});
  expect(answerFacts([{ usage: { input: 1 } }])).toEqual({});
  expect(answerFacts({ usage: "many", model: 3 })).toEqual({});
});
