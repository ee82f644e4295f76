import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "./main.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-check-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, content: unknown): void {
  writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
}

const scenario = (name: string, rules: readonly string[], script: unknown, steps?: object) => ({
  format: "tickwork/scenario@1",
  name,
  rules,
  workflow: { steps: steps ?? { s: { kind: "scripted", accepts: ["Start"] } } },
  script,
});

async function check(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  return { code: await main(["check", ...args], io), out, err };
}

test("one line per scenario, a diff under each that failed, and a last line with the counts", async () => {
  write("a.scenario.json", scenario("starts", ["R3"], [{ at: 0, start: {}, expect: ["running s#0 Start"] }]));
  write("b.scenario.json", scenario("is wrong", ["R3"], [{ at: 0, start: {}, expect: ["idle"] }]));
  const { code, out } = await check(folder);
  expect(code).toBe(1);
  expect(out).toEqual([
    "ok starts",
    "FAIL is wrong",
    `  ${join(folder, "b.scenario.json")}`,
    "  entry 0 at 0 (start):",
    "    - idle",
    "    + running s#0 Start",
    "1 passed, 1 failed",
  ]);
});

test("--rules takes the scenarios that name no other rule", async () => {
  const script = [{ at: 0, start: {} }];
  write("a.scenario.json", scenario("one", ["R3"], script));
  write("b.scenario.json", scenario("both", ["R3", "R4"], script));
  expect(await check("--rules", "R3", folder)).toMatchObject({ code: 0, out: ["ok one", "1 passed, 0 failed"] });
  expect(await check("--rules", "R3, R4", folder)).toMatchObject({ code: 0 });
  expect(await check("--rules", "R9", folder)).toMatchObject({ code: 1, out: ["0 passed, 0 failed"] });
});

test("a file that is no scenario fails with the place of each problem, and the others still run", async () => {
  write("a.scenario.json", '{ "format": "tickwork/scenario@1",');
  write("b.scenario.json", { format: "tickwork/scenario@1", name: "x", workflow: {}, script: [{ expect: 1 }] });
  write("c.scenario.json", scenario("fine", [], [{ at: 0, start: {} }]));
  const { code, out } = await check(folder);
  expect(code).toBe(1);
  expect(out.join("\n")).toMatch(/1:\d+: /);
  expect(out.join("\n")).toContain("/script/0/expect: ");
  expect(out.join("\n")).toContain("/workflow: `steps` is missing");
  expect(out.slice(-2)).toEqual(["ok fine", "1 passed, 2 failed"]);
});

test("kinds that act by themselves are evaluated", async () => {
  const steps = {
    double: {
      kind: "transform",
      accepts: ["Start"],
      emits: { done: "Doubled" },
      config: { expression: "input.n * 2" },
    },
    pick: {
      kind: "branch",
      accepts: ["Doubled"],
      emits: { big: "Big", small: "Small" },
      config: { cases: [{ port: "big", when: { event: [], gt: 10 } }], else: "small" },
    },
    rest: { kind: "delay", accepts: ["Big"], emits: { done: "Rested" }, config: { forMs: 100 } },
    end: { kind: "stop", accepts: ["Rested"], config: { result: "{'n': steps.double.data, 'ms': $.data}" } },
  };
  const lines = [
    "not-running double#0 completed -> Doubled",
    "running pick#0 Doubled",
    "not-running pick#0 completed -> Big",
    "running rest#0 Big",
    "not-running rest#0 waiting",
    "timer delay 100",
  ];
  const script = [
    { at: 0, start: { n: 21 }, expect: ["running double#0 Start", ...lines] },
    {
      at: 150,
      expect: [
        "running rest#0 Big",
        "not-running rest#0 completed -> Rested",
        "running end#0 Rested",
        "not-running end#0 completed -> Stop",
        "publish Stop",
        'end success {"n":42,"ms":42}',
      ],
    },
  ];
  write("a.scenario.json", scenario("acts", [], script, steps));
  const { code, out } = await check(folder);
  expect(out).toEqual(["ok acts", "1 passed, 0 failed"]);
  expect(code).toBe(0);
});

test("[R4] a send to a step that cannot take it fails the sender at the call", async () => {
  const script = [
    { at: 0, start: {} },
    {
      at: 1,
      finish: "s",
      with: [{ send: { type: "A" }, to: "nobody" }, { publish: { type: "P" } }, { return: { type: "Stop" } }],
      expect: ["not-running s#0 failed", "end failure"],
    },
  ];
  write("a.scenario.json", scenario("wrong address", ["R4"], script));
  expect((await check(folder)).out).toEqual(["ok wrong address", "1 passed, 0 failed"]);
});

test("a scenario may want its workflow refused, with problems of exactly the rules it names", async () => {
  const invalid = (rules: readonly string[], steps: object) => ({
    ...scenario(`refused by ${rules.join(" ")}`, rules, undefined, steps),
    invalid: rules,
  });
  const stopTaker = { s: { kind: "scripted", accepts: ["Start", "Stop"] } };
  write("a.scenario.json", invalid(["V1"], stopTaker));
  write("b.scenario.json", invalid(["V2"], stopTaker));
  const { out } = await check(folder);
  expect(out[0]).toBe("ok refused by V1");
  expect(out.join("\n")).toContain("no problem of V2 was found");
  expect(out.at(-1)).toBe("1 passed, 1 failed");
});

test("a run that never comes to rest is a failure, not a hang", async () => {
  const steps = {
    a: { kind: "branch", accepts: ["Start", "B"], emits: { on: "A" }, config: { cases: [], else: "on" } },
    b: { kind: "branch", accepts: ["A"], emits: { on: "B" }, config: { cases: [], else: "on" } },
  };
  write("a.scenario.json", scenario("for ever", [], [{ at: 0, start: {} }], steps));
  const { out } = await check(folder);
  expect(out.join("\n")).toContain("did not come to rest");
}, 60_000);

test("a long script is played to its end: what never comes to rest does so after one entry", async () => {
  const steps = {
    list: { kind: "scripted", accepts: ["Start", "More"] },
    stays: { kind: "scripted", accepts: ["Start"] },
    work: { kind: "branch", accepts: ["Item"], emits: { on: "Worked" }, config: { cases: [], else: "on" } },
  };
  const more = { finish: "list#0", with: [{ return: Array.from({ length: 8_000 }, () => ({ type: "Item" })) }] };
  const again = { send: { type: "More" } };
  const script = [{ at: 0, start: {} }, more, again, more, again, more];
  write("a.scenario.json", scenario("three lists", [], script, steps));
  expect((await check(folder)).out).toEqual(["ok three lists", "1 passed, 0 failed"]);
}, 60_000);
