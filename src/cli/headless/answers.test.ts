import { expect, test } from "vitest";
import { WrongUsage } from "../command.ts";
import { GivenAnswers, type OpenAsk, readAnswer } from "./answers.ts";

const buttons = { choices: ["approve", "reject"], form: undefined };
const form = { choices: [], form: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } };

test("with choices a text is the choice, written as JSON or bare", () => {
  expect(readAnswer(buttons, "approve")).toEqual({ choice: "approve", value: null });
  expect(readAnswer(buttons, '"reject"')).toEqual({ choice: "reject", value: null });
  expect(readAnswer(buttons, '{"choice":"approve","value":{"why":"fine"}}')).toEqual({
    choice: "approve",
    value: { why: "fine" },
  });
});

test("an answer that is none of the choices, no JSON, or not of the form is refused with the reason", () => {
  expect(readAnswer(buttons, "maybe")).toBe("Choose one of: approve, reject.");
  expect(readAnswer(buttons, "7")).toBe("Choose one of: approve, reject.");
  expect(readAnswer(form, "not json")).toBe("not json is not JSON.");
  expect(readAnswer(form, '{"n":"x"}')).toMatch(/^The answer does not fit the form: \/n/);
  expect(readAnswer(form, '{"n":12345678901234567890}')).toMatch(
    /^\/n: The number 12345678901234567890 would be rounded/,
  );
});

test("without choices the value is the answer", () => {
  expect(readAnswer(form, '{"n":1}')).toEqual({ value: { n: 1 } });
  expect(readAnswer({ choices: [], form: undefined }, "null")).toEqual({ value: null });
});

test("several answers of a step are used in their order, the last one again", () => {
  const given = new GivenAnswers(["review=reject", "review=approve", "other=1"], ["review", "other"]);
  const ask: OpenAsk = { step: "review", ask: "i1.0", question: undefined, show: undefined, ...buttons };
  expect(
    [given.take(ask), given.take(ask), given.take(ask)].map((said) => (said as { choice?: string }).choice),
  ).toEqual(["reject", "approve", "approve"]);
  expect(given.take({ ...ask, step: "nobody" })).toBeUndefined();
  expect(given.take({ ...ask, step: "other" })).toBe("--answer other=1: Choose one of: approve, reject.");
});

test("an answer for a step that the workflow does not have is wrong usage, before anything runs", () => {
  expect(() => new GivenAnswers(["reviw=1"], ["review"])).toThrow(WrongUsage);
  expect(() => new GivenAnswers(["review"], ["review"])).toThrow("write STEP=JSON");
});
