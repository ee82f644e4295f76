import { expect, test } from "vitest";
import type { JsonObject } from "../../workflow/json.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import { GivenAnswers, type OpenAsk, readAnswer } from "./answers.ts";
import { GivenDecisions } from "./decisions.ts";

/** A workflow of steps that ask, with an answer that is text. */
function asking(...ids: readonly string[]): Workflow {
  const step: Step = { kind: "ask", accepts: ["Start"], output: { type: "string" }, config: { question: "?" } };
  return { format: "tickwork/workflow@1", name: "w", steps: Object.fromEntries(ids.map((id) => [id, step])) };
}

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
  const problems: string[] = [];
  const written = ["review=reject", "review=approve", "other=1"];
  const given = new GivenAnswers(written, asking("review", "other"), (problem) => problems.push(problem));
  expect(problems).toEqual([]);
  const ask: OpenAsk = { step: "review", ask: "i1.0", question: undefined, show: undefined, ...buttons };
  expect(
    [given.take(ask), given.take(ask), given.take(ask)].map((said) => (said as { choice?: string }).choice),
  ).toEqual(["reject", "approve", "approve"]);
  expect(given.take({ ...ask, step: "nobody" })).toBeUndefined();
  expect(given.take({ ...ask, step: "other" })).toBe("--answer other=1: Choose one of: approve, reject.");
});

test("answers and decisions for steps that the workflow does not have, and those of no shape, are all named", () => {
  const problems: string[] = [];
  const complain = (problem: string) => void problems.push(problem);
  const outer: Workflow = {
    ...asking("review"),
    steps: {
      ...asking("review").steps,
      host: { kind: "workflow", accepts: [], config: { workflow: asking("inner") as unknown as JsonObject } },
    },
  };
  new GivenAnswers(["reviw=1", "review", "host/inner=1", "host/other=1"], outer, complain);
  const decided = ["host/inner=rerun", "inner=rerun", "review=maybe", "=failed", "review=succeeded:1"];
  const decisions = new GivenDecisions(decided, outer, complain);
  expect(problems).toEqual([
    '--answer reviw=1: the workflow has no step "reviw".',
    "--answer review: write STEP=JSON.",
    '--answer host/other=1: the workflow has no step "host/other".',
    '--decide inner=rerun: there is no step "inner".',
    "--decide review=maybe: write rerun, failed, or succeeded:JSON",
    "--decide =failed: write STEP=…",
    expect.stringContaining("--decide review=succeeded:1: the output does not fit"),
  ]);
  expect(decisions.take("host/inner")).toEqual({ kind: "rerun" });
});
