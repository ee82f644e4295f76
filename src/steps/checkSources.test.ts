import { expect, test } from "vitest";
import type { JsonObject } from "../workflow/json.ts";
import type { Step } from "../workflow/workflow.ts";
import { checkSources } from "./checkSources.ts";
import { quickJsModule } from "./fixtures/quickJsModule.ts";
import { workflowOf } from "./fixtures/recordedExecution.ts";
import { createSandbox } from "./sandbox/sandboxClient.ts";
import { spawnInProcess } from "./sandbox/spawnInProcess.ts";

const sandbox = createSandbox(spawnInProcess(quickJsModule()));
const check = (steps: Readonly<Record<string, Step>>) => checkSources(sandbox, workflowOf(steps));
const code = (source: string): Step => ({ kind: "code", accepts: ["Start"], config: { source } });

test("[V8] code that does not parse is shown with line and column of its own text", async () => {
  const problems = await check({
    good: code("export default async (event: { data: string }, ctx) => ctx.to('done', event.data satisfies string);"),
    cut: code("export default (event, ctx) => {\n  const x = ;\n};"),
    twice: code("type A = string;\nexport default () => {\n  let a: A = '1';\n  let a = '2';\n};"),
    none: code("const main = () => 1;"),
    bare: code("const a = 1;\nreturn a;"),
    imports: code("type A = string;\nimport fs from 'node:fs';\nexport default () => fs.readFileSync('a');"),
  });
  expect(problems).toMatchObject([
    { rule: "V8", severity: "error", step: "cut", pointer: "/steps/cut/config/source", line: 2, column: 13 },
    { step: "twice", line: 4, column: 3 },
    { step: "none", message: expect.stringContaining("export default") },
    { step: "bare", line: 2, message: expect.stringContaining("inside of `export default (event, ctx) =>") },
    { step: "imports", line: 2, column: 17, message: expect.stringContaining("'node:fs' cannot be imported") },
  ]);
});
test("[V8] every expression of a step is compiled, those in templates at their place in the template", async () => {
  const problems = await check({
    stop: { kind: "stop", accepts: ["Start"], config: { result: "event.(" } },
    branch: {
      kind: "branch",
      accepts: ["Start"],
      config: {
        cases: [
          { port: "a", when: "data.ok" },
          { port: "b", when: "1 +" },
        ],
        else: "c",
      },
      set: { total: "$sum(" },
    },
    command: {
      kind: "command",
      accepts: ["Start"],
      config: { argv: ["echo", "{{ data.ok }}"], stdin: "line\nand {{ data.( }}", env: { A: "{{ }}" } },
    },
  });
  expect(problems.map(({ pointer, line, column }) => [pointer, line, column])).toEqual([
    ["/steps/stop/config/result", 1, expect.any(Number)],
    ["/steps/branch/set/total", 1, expect.any(Number)],
    ["/steps/branch/config/cases/1/when", 1, expect.any(Number)],
    ["/steps/command/config/env/A", 1, 3],
    ["/steps/command/config/stdin", 2, expect.any(Number)],
  ]);
});
test("a pinned output that the schema of its step refuses is a warning, as long as it would be taken", async () => {
  const schema = { type: "object", required: ["n"] };
  const pinned: Step = {
    ...code("export default () => ({ n: 1 })"),
    emits: { done: "Done" },
    output: schema,
    pinned: {},
  };
  const problems = await check({
    old: pinned,
    fits: { ...pinned, pinned: { n: 2 } },
    off: { ...pinned, disabled: true },
    list: { ...pinned, forEach: "[1]" },
  });
  expect(problems).toMatchObject([
    {
      severity: "warning",
      step: "old",
      pointer: "/steps/old/pinned",
      message: expect.stringContaining("run with pins"),
    },
  ]);
});
test("a workflow without texts needs no sandbox", async () => {
  expect(await check({ wait: { kind: "delay", accepts: ["Start"], config: { forMs: 1 } } })).toEqual([]);
});

test("[V5] [R22] a pattern that would keep its step from ever being retried is refused, inside workflows too", async () => {
  const retrying = (message: string, key: "on" | "notOn" = "on"): Step => ({
    ...code("export default () => null"),
    retry: { maxAttempts: 2, wait: { fixedMs: 1 }, [key]: { message } },
  });
  const inner = { format: "tickwork/workflow@1", name: "inner", steps: { behind: retrying("(?<!a)b") } };
  const problems = await check({
    plain: retrying("time(d )?out$"),
    none: retrying("("),
    ahead: retrying("(?=a)b"),
    back: retrying("(a)\\1", "notOn"),
    host: { kind: "workflow", accepts: ["Start"], config: { workflow: inner as unknown as JsonObject } },
  });
  expect(problems.map(({ rule, severity, step, pointer }) => ({ rule, severity, step, pointer }))).toEqual([
    { rule: "V5", severity: "error", step: "ahead", pointer: "/steps/ahead/retry/on/message" },
    { rule: "V5", severity: "error", step: "back", pointer: "/steps/back/retry/notOn/message" },
    {
      rule: "V5",
      severity: "error",
      step: "host/behind",
      pointer: "/steps/host/config/workflow/steps/behind/retry/on/message",
    },
  ]);
});
