import { expect, test } from "vitest";
import { validateSchema } from "../steps/sandbox/validateSchema.ts";
import type { Json } from "../workflow/json.ts";
import { findWrongAnswer, type Given } from "./findWrongAnswer.ts";

const form = {
  type: "object",
  properties: { amount: { type: "integer", minimum: 1 }, lines: { type: "array", items: { type: "string" } } },
  required: ["amount"],
};
const wrong = (shown: Json, given: Given) =>
  findWrongAnswer(shown, given, async (schema, value) => validateSchema(schema, value).errors);

test("[R76] a choice is one of those that the question has, and there is none where it has none", async () => {
  const choices = { choices: ["approve", "reject"] };
  expect(await wrong(choices, { value: null, choice: "approve" })).toBeNull();
  for (const choice of [undefined, "approved", ""])
    expect(await wrong(choices, { value: null, choice })).toMatchObject({
      ok: false,
      refusal: { code: "invalid", message: "Choose one of: approve, reject." },
    });
  for (const shown of [{}, { choices: [] }])
    expect(await wrong(shown, { value: null, choice: "approve" })).toMatchObject({
      refusal: { code: "invalid", message: "This question has no choices." },
    });
});

test("[R76] every place of the form that does not fit is told, and nothing is changed to fit", async () => {
  expect(await wrong({ form }, { value: { amount: 2, lines: ["a"] } })).toBeNull();
  const refused = await wrong({ form }, { value: { amount: "2", lines: ["a", 1] } });
  expect(refused).toMatchObject({
    ok: false,
    refusal: { code: "invalid", message: "The answer does not fit the form." },
  });
  expect(refused?.ok === false && refused.refusal.problems?.map(({ pointer }) => pointer).sort()).toEqual([
    "/amount",
    "/lines/1",
  ]);
  expect(await wrong({ form }, { value: {} })).toMatchObject({ refusal: { code: "invalid" } });
});

test("[R76] with choices and a form both must fit; the choice is looked at first", async () => {
  const both = { form, choices: ["ok"] };
  expect(await wrong(both, { value: { amount: 1 }, choice: "ok" })).toBeNull();
  expect(await wrong(both, { value: { amount: 0 }, choice: "ok" })).toMatchObject({
    refusal: { message: "The answer does not fit the form." },
  });
  expect(await wrong(both, { value: { amount: 0 } })).toMatchObject({ refusal: { message: "Choose one of: ok." } });
});

test("[R76] without form and choices any value is an answer; a form that is `false` takes none", async () => {
  expect(await wrong({}, { value: "text" })).toBeNull();
  expect(await wrong({ form: false }, { value: "text" })).toMatchObject({ refusal: { code: "invalid" } });
});
