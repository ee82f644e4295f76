import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tickwork } from "./fixtures/tickwork.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-sub-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string) => join(folder, name);

function write(name: string, steps: object, more: object = {}): string {
  writeFileSync(file(name), JSON.stringify({ format: "tickwork/workflow@1", name, ...more, steps }));
  return file(name);
}

const double = {
  double: { kind: "transform", accepts: ["Start"], emits: { done: "Done" }, config: { expression: "input.n * 2" } },
  keep: {
    kind: "transform",
    accepts: ["Done"],
    emits: { done: "Kept" },
    set: { seen: "steps.double.data" },
    config: { expression: "event.data" },
  },
  stop: { kind: "stop", accepts: ["Kept"], config: { result: "{'twice': store.seen, 'asked': input.n}" } },
};
const input = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

function outer(config: object, more: object = {}) {
  return {
    build: { kind: "workflow", accepts: ["Start"], emits: { done: "Built" }, config, ...more },
    stop: { kind: "stop", accepts: ["Built"], config: { result: "{'got': steps.build.output, 'store': store}" } },
  };
}

test("[R79] a file beside it runs as one step, with its own input, store and lines", async () => {
  mkdirSync(file("inner"));
  write("inner/double.workflow.json", double, { input });
  const workflow = write("a.workflow.json", outer({ workflow: "inner/double", input: "{'n': input}" }));
  const { code, out, err } = await tickwork("run", workflow, "--input", "21", "--log", file("log"));
  expect(err).toContain("running build/double#0 Start");
  expect(out.map((line) => JSON.parse(line))).toEqual([{ got: { twice: 42, asked: 21 }, store: {} }]);
  expect(code).toBe(0);
  expect((await tickwork("replay", file("log"))).code).toBe(0);
});

test("[R79] an input that the child refuses is the failure of the step, with a sentence", async () => {
  write("double.workflow.json", double, { input });
  const workflow = write("a.workflow.json", outer({ workflow: "double.workflow.json" }));
  const { code, err } = await tickwork("run", workflow, "--input", "21");
  expect(code).not.toBe(0);
  expect(err.at(-1)).toContain("build failed: The input is not what “double.workflow.json” asks for.");
});

test("[R79] a child's failure is the step's, and a circle of files is refused before anything runs", async () => {
  const broken = {
    stop: { kind: "code", accepts: ["Start"], config: { source: "export default () => { throw new Error('no') }" } },
  };
  write("broken.workflow.json", broken);
  const failing = write("a.workflow.json", outer({ workflow: "broken" }));
  expect((await tickwork("run", failing)).err.at(-1)).toContain("build/stop failed: no");
  write("b.workflow.json", outer({ workflow: "c" }));
  write("c.workflow.json", outer({ workflow: "b" }));
  const { code, err } = await tickwork("run", file("b.workflow.json"));
  expect(code).toBe(64);
  expect(err.join("\n")).toContain("“b.workflow.json” → “c.workflow.json” → “b.workflow.json”");
  const checked = await tickwork("validate", file("b.workflow.json"));
  expect(checked.out.join("\n")).toContain("A workflow cannot run itself");
});

test("[R79] the attempt of a step that runs a workflow begins with it, and lasts as long", async () => {
  const waiting = {
    rest: { kind: "delay", accepts: ["Start"], emits: { done: "Rested" }, config: { forMs: 200 } },
    stop: { kind: "stop", accepts: ["Rested"], config: { result: "1" } },
  };
  write("waiting.workflow.json", waiting);
  const workflow = write("a.workflow.json", outer({ workflow: "waiting" }));
  expect((await tickwork("run", workflow, "--log", file("log"))).code).toBe(0);
  const ticks = readFileSync(file("log"), "utf8").trim().split("\n");
  const began = ticks.map((line) => JSON.parse(line)).find(({ kind }) => kind === "instance-started");
  const ended = ticks
    .map((line) => JSON.parse(line))
    .find(({ execution, results }) => results && execution === began.execution);
  expect(ended.at - ended.started).toBeGreaterThanOrEqual(200);
});
