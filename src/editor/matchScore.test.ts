import { expect, test } from "vitest";
import { matchScore } from "./matchScore.ts";

test("every word must occur, and the label counts more than the rest", () => {
  const ask = matchScore("ask", ["Ask", "A question to a person"]);
  const inNote = matchScore("ask", ["Code", "does a task"]);
  expect(ask).toBeGreaterThan(inNote);
  expect(inNote).toBeGreaterThan(0);
  expect(matchScore("ask", ["Code", "TypeScript or JavaScript", "Think"])).toBe(0);
  expect(matchScore("no stop_2", ["no → stop_2", "Stop"])).toBeGreaterThan(0);
  expect(matchScore("", ["Anything"])).toBeGreaterThan(0);
});

test("words that stand in the label itself count more than those of its note", () => {
  const whole = matchScore("delete this", ["Delete this workflow", "", "This workflow"]);
  expect(whole).toBeGreaterThan(matchScore("delete this", ["Delete what is selected", "", "This workflow"]));
});
