import { expect, test } from "vitest";
import { answeredElsewhere, noteAnswered } from "./answeredElsewhere.ts";
import type { OpenAsk } from "./needsYou.ts";

const ask = (name: string, over: Partial<OpenAsk> = {}): OpenAsk => ({
  step: "review",
  ask: name,
  question: "",
  choices: [],
  ...over,
});

test("a question that goes without an answer from here was answered elsewhere", () => {
  const before = [ask("a"), ask("b"), ask("c", { deadlineAt: 10 }), ask("d")];
  noteAnswered("r", ask("b"));
  expect(answeredElsewhere("r", before, [ask("d")], 20).map((each) => each.ask)).toEqual(["a"]);
  expect(answeredElsewhere("other", [ask("b")], [], 20).map((each) => each.ask)).toEqual(["b"]);
});
