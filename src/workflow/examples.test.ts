import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kindOf, portsOf, stepKinds } from "./kinds.ts";
import { permissionsOf } from "./permissions.ts";
import { readWorkflowText } from "./readWorkflowText.ts";
import { validateWorkflow } from "./validateWorkflow.ts";
import { wiresOf } from "./wires.ts";
import type { Workflow } from "./workflow.ts";

const folder = new URL("../../public/examples/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".workflow.json"));

function read(file: string): Workflow {
  const parsed = readWorkflowText(readFileSync(new URL(file, folder), "utf8"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.warnings).toEqual([]);
  return parsed.value;
}

describe.each(files)("the example %s", (file) => {
  const workflow = read(file);

  test("has no problems, not even warnings", () => {
    expect(validateWorkflow(workflow)).toEqual([]);
  });

  test("has a place for every node, and cards do not overlap", () => {
    const { start, steps = {} } = workflow.layout ?? {};
    expect(Object.keys(steps).sort()).toEqual(Object.keys(workflow.steps).sort());
    const places = [start, ...Object.values(steps)].map((point) => point ?? { x: 0, y: 0 });
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) expect(Math.abs(a.x - b.x) >= 280 || Math.abs(a.y - b.y) >= 150).toBe(true);
    }
  });

  test("leaves no output but error unconnected", () => {
    const wires = wiresOf(workflow);
    for (const [id, step] of Object.entries(workflow.steps)) {
      const named = portsOf(step).filter((port) => step.emits && Object.hasOwn(step.emits, port));
      for (const port of named) expect(wires.some((wire) => wire.from === id && wire.port === port)).toBe(true);
      expect(kindOf(step).available).toBe("now");
    }
  });
});

test("there are twelve examples, and only those that need the machine or a model need a permission", () => {
  const asking = files.filter((file) => permissionsOf(read(file)).length > 0);
  expect(files.sort()).toEqual(
    [
      "commit-report",
      "every-kind",
      "expenses",
      "fetch",
      "orders",
      "payment",
      "photos",
      "queue",
      "review",
      "table",
      "triage",
      "word-count",
    ].map((name) => `${name}.workflow.json`),
  );
  expect(asking.sort()).toEqual(
    ["commit-report", "every-kind", "queue", "table", "triage"].map((name) => `${name}.workflow.json`),
  );
  expect(permissionsOf(read("commit-report.workflow.json"))).toContainEqual({
    kind: "workspace",
    name: "",
    access: "write",
  });
});

test("one example has every kind", () => {
  const used = new Set(Object.values(read("every-kind.workflow.json").steps).map(({ kind }) => kind));
  expect([...used].sort()).toEqual(stepKinds.filter((kind) => kind !== "scripted").sort());
});

test("an example that is written as the editor writes files is the same file, byte by byte", () => {
  const text = readFileSync(new URL("every-kind.workflow.json", folder), "utf8");
  expect(`${JSON.stringify(read("every-kind.workflow.json"), null, 2)}\n`).toBe(text);
});
