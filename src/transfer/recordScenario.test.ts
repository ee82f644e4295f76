import { expect, test } from "vitest";
import { scenarioTexts } from "./recordScenario.ts";

test("a scenario is written piece by piece as it would be whole", () => {
  const scenario = {
    format: "tickwork/scenario@1",
    workflow: { steps: { a: { config: { script: [], text: "two\nlines" } } } },
    script: [
      { at: 0, start: { list: [1, { deep: [] }] }, expect: ["a", 'b "quoted"'] },
      { at: 5, expect: [] },
    ],
    state: { lifecycle: "completed" },
  };
  expect([...scenarioTexts(scenario)].join("")).toBe(`${JSON.stringify(scenario, null, 2)}\n`);
  const empty = { ...scenario, script: [] };
  expect([...scenarioTexts(empty)].join("")).toBe(`${JSON.stringify(empty, null, 2)}\n`);
});
