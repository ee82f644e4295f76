import { describe, expect, test } from "vitest";
import { digestOf } from "./digest.ts";
import { type FindWorkflow, inlineWorkflows } from "./inlineWorkflows.ts";
import type { JsonObject } from "./json.ts";
import { parseWorkflow } from "./parseWorkflow.ts";
import { permissionsOf } from "./permissions.ts";
import { problemsOf } from "./problemsOf.ts";
import { allSteps, findStep } from "./subWorkflows.ts";
import type { Step, Workflow } from "./workflow.ts";

const stop: Step = { kind: "stop", accepts: ["Start"], config: {} };

function runs(workflow: string | Workflow, more: Partial<Step> = {}): Step {
  const config = { workflow: workflow as string | JsonObject };
  return { kind: "workflow", accepts: ["Start"], config, ...more } as Step;
}

function named(name: string, steps: Record<string, Step>, more: Partial<Workflow> = {}): Workflow {
  return { format: "tickwork/workflow@1", name, ...more, steps };
}

function library(workflows: Readonly<Record<string, Workflow>>): FindWorkflow {
  return async (id) => {
    const workflow = workflows[id];
    return workflow ? { key: id, workflow } : `There is no ${id}.`;
  };
}

describe("inlineWorkflows", () => {
  test("[R79] puts what steps name by id into the steps, however deep", async () => {
    const inner = named("Inner", { end: stop });
    const find = library({ middle: named("Middle", { deep: runs("inner") }), inner });
    const inlined = await inlineWorkflows(named("Outer", { build: runs("middle") }), find);
    if (!inlined.ok) throw new Error(inlined.problems[0]?.message);
    expect(findStep(inlined.workflow, "build/deep/end")).toEqual(stop);
    expect(allSteps(inlined.workflow).map(([path]) => path)).toEqual(["build", "build/deep", "build/deep/end"]);
    expect(parseWorkflow(inlined.workflow)).toMatchObject({ ok: true });
  });

  test("[R79] a circle is refused by the names on its way", async () => {
    const find = library({ a: named("A", { x: runs("b") }), b: named("B", { y: runs("a") }) });
    const inlined = await inlineWorkflows(named("A", { x: runs("b") }), find, "a");
    expect(inlined).toMatchObject({ ok: false });
    const [problem] = inlined.ok ? [] : inlined.problems;
    expect(problem).toMatchObject({
      rule: "V8",
      step: "x/y",
      pointer: "/steps/x/config/workflow/steps/y/config/workflow",
    });
    expect(problem?.message).toContain("“A” → “B” → “A”");
  });

  test("names every workflow that is missing", async () => {
    const inlined = await inlineWorkflows(named("A", { x: runs("gone"), y: runs("lost") }), library({}));
    expect(inlined.ok ? [] : inlined.problems.map(({ step, message }) => [step, message])).toEqual([
      ["x", "There is no gone."],
      ["y", "There is no lost."],
    ]);
  });

  test("takes what the file carries before anything else, and leaves it out of the run", async () => {
    const carried = named("Carried", { end: stop });
    const other = named("Other", { begin: stop });
    const file = named("A", { x: runs("c") }, { workflows: { c: carried } });
    const inlined = await inlineWorkflows(file, library({ c: other }));
    if (!inlined.ok) throw new Error(inlined.problems[0]?.message);
    expect(inlined.workflow.workflows).toBeUndefined();
    expect(findStep(inlined.workflow, "x/end")).toEqual(stop);
  });
});

describe("an inlined workflow", () => {
  const command: Step = { kind: "command", accepts: ["Start"], config: { argv: ["make"] } };

  test("counts for the permissions", () => {
    const outer = named("A", { x: runs(named("B", { make: command })) });
    expect(permissionsOf(outer)).toContainEqual({ kind: "program", argv: ["make"] });
  });

  test("counts for the digest as a document of its own does", () => {
    const order = (first: string, second: string) =>
      digestOf(named("A", { x: runs(named("B", { [first]: stop, [second]: stop })) }));
    expect(order("a", "b")).not.toBe(order("b", "a"));
    const laidOut = named("C", { a: stop }, { layout: { start: { x: 1, y: 1 } } });
    expect(digestOf(named("A", { x: runs(laidOut) }))).toBe(digestOf(named("A", { x: runs(named("B", { a: stop })) })));
  });

  test("[V1] [V5] has its problems named by path, with pointers into the step", () => {
    const broken = named("B", { "not ok": { ...stop, accepts: ["Never"] } });
    const found = problemsOf(named("A", { build: runs(broken) }));
    const places = found.filter(({ pointer }) => pointer.startsWith("/steps/build/config/workflow/"));
    expect(places.map(({ step }) => step)).toContain("build/not ok");
    expect(found.filter(({ rule }) => rule === "V1").map(({ step }) => step)).toContain("build");
  });

  test("[V5] is warned that its own limits do not count, with what bounds it instead", () => {
    const limited = named("B", { a: { ...stop } }, { limits: { timeoutMs: 5_000, maxParallel: 2 } });
    const found = problemsOf(named("A", { build: runs(limited) }, { limits: { timeoutMs: 9_000 } }));
    expect(found.filter(({ pointer }) => pointer.endsWith("/limits"))).toEqual([
      expect.objectContaining({
        severity: "warning",
        step: "build",
        pointer: "/steps/build/config/workflow/limits",
        message: expect.stringContaining("(timeoutMs, maxParallel) do not count"),
      }),
    ]);
    expect(found.map(({ message }) => message).join()).toContain("give the step `build` a `timeoutMs`");
  });

  test("has its shape read at its place", () => {
    const found = problemsOf(named("A", { build: runs({ steps: { t: { kind: "code" } } } as unknown as Workflow) }));
    expect(found).toContainEqual(
      expect.objectContaining({ pointer: "/steps/build/config/workflow/steps/t/config", step: "build/t", rule: "V8" }),
    );
    const newer = runs({ format: "tickwork/workflow@9", steps: {} } as unknown as Workflow);
    expect(
      problemsOf(named("A", { build: newer }))
        .map(({ message }) => message)
        .join(),
    ).toContain("newer Tickwork");
  });
});
