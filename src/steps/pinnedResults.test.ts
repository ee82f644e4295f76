import { expect, test } from "vitest";
import { judgeResults } from "../engine/judge.ts";
import type { Step } from "../workflow/workflow.ts";
import { pinnedResults } from "./pinnedResults.ts";

const code: Step = { kind: "code", accepts: ["Start"], emits: { done: "Done" }, config: { source: "" } };

test("a pinned output is handed on as the success of its step", () => {
  expect(pinnedResults(code, {}, { n: 1 })).toEqual([{ kind: "return", value: { type: "Done", data: { n: 1 } } }]);
});

test("of a command its exit and its parsed output stand beside it, for conditions", () => {
  const command: Step = {
    kind: "command",
    needs: [],
    config: { argv: ["lint"], okExits: [0, 2] },
    output: { type: "object" },
  };
  const results = pinnedResults(command, {}, { exit: 2, stdout: "{}", stderr: "", output: { findings: [] } });
  expect(judgeResults(command, results)).toMatchObject({
    kind: "success",
    did: { exit: { code: 2 }, output: { findings: [] } },
  });
});

test("a fan-out opens a batch of the pinned list, and a list of forEach begins no element", () => {
  const fanOut: Step = { kind: "fan-out", accepts: ["Start"], batches: { done: "One" }, config: { items: "x" } };
  expect(pinnedResults(fanOut, {}, [1, 2])).toEqual([
    {
      kind: "return",
      value: [
        { type: "One", data: 1 },
        { type: "One", data: 2 },
      ],
    },
  ]);
  expect(pinnedResults({ ...code, forEach: "x" }, { each: { kind: "open" } }, [1])).toEqual([
    { kind: "each", elements: [] },
  ]);
});
