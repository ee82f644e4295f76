import { expect, test } from "vitest";
import type { Json } from "../../workflow/json.ts";
import { parseScenario } from "./parseScenario.ts";

const workflow = { steps: { s: { kind: "scripted", accepts: ["Start"] } } };
const scenario = (script: Json, more: object = {}) => ({
  format: "tickwork/scenario@1",
  name: "n",
  rules: ["R1"],
  workflow,
  script,
  ...more,
});

function pointers(json: Json): readonly string[] {
  const parsed = parseScenario(json);
  return parsed.ok ? [] : parsed.problems.map(({ pointer }) => pointer);
}

test("an entry without a time has the one before", () => {
  const parsed = parseScenario(scenario([{ at: 5, start: {} }, { pause: true }, { at: 9 }]));
  expect(parsed.ok && parsed.value.script).toEqual([
    { at: 5, action: { kind: "start", input: {} } },
    { at: 5, action: { kind: "pause" } },
    { at: 9, action: { kind: "pass" } },
  ]);
});

test("a start with a falsy input is a start", () => {
  const parsed = parseScenario(scenario([{ start: false }, { start: null }, { start: 0 }]));
  expect(parsed.ok && parsed.value.script.map(({ action }) => action)).toEqual([
    { kind: "start", input: false },
    { kind: "start", input: null },
    { kind: "start", input: 0 },
  ]);
});

test("a path of the store is a dotted text or a list of keys", () => {
  const results: Json = [{ set: { path: "a.b", value: 1 } }, { set: { path: ["a.b", 0], value: 1 } }];
  const parsed = parseScenario(scenario([{ finish: "s", with: results }]));
  expect(parsed.ok && parsed.value.script[0]?.action).toMatchObject({
    with: [
      { kind: "set", path: ["a", "b"] },
      { kind: "set", path: ["a.b", 0] },
    ],
  });
});

test("all problems are named together, each with its place", () => {
  const script: Json = [
    { at: 10, start: {}, pause: true },
    { at: 5 },
    { send: { data: 1 } },
    { finish: "s" },
    { finish: "s", with: [{ nothing: 1 }, { wait: {} }] },
    { reload: true, runner: { s: "gone" } },
    { decide: { s: "maybe" } },
    { expect: ["a"], expectUnordered: ["a"] },
    { expects: ["a"] },
  ];
  expect(pointers(scenario(script))).toEqual([
    "/script/0",
    "/script/1/at",
    "/script/2/send",
    "/script/3/with",
    "/script/4/with/0",
    "/script/4/with/1/wait/type",
    "/script/5/runner/s",
    "/script/6/decide/s",
    "/script/7/expectUnordered",
    "/script/8/expects",
  ]);
});

test("problems of the workflow keep their place inside the scenario", () => {
  const broken = scenario([], { workflow: { steps: { s: { kind: "nonsense", accepts: ["Start"] } } } });
  expect(pointers(broken)[0]).toMatch(/^\/workflow\/steps\/s/);
});

test("what is no scenario, or of a newer version, is refused in one sentence", () => {
  expect(pointers(null)).toEqual([""]);
  expect(pointers([])).toEqual([""]);
  expect(pointers({ ...scenario([]), format: "tickwork/scenario@2" })).toEqual(["/format"]);
});
