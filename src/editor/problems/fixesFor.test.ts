import { expect, test } from "vitest";
import { applyEdit } from "../../workflow/edits/edit.ts";
import { validateWorkflow } from "../../workflow/validateWorkflow.ts";
import { type Workflow, workflowFormat } from "../../workflow/workflow.ts";
import { fixesFor, shellProblems } from "./fixesFor.ts";

const code = { source: "export default (event) => event.data" };
const doc = (steps: object): Workflow => ({ format: workflowFormat, name: "Test", steps: steps as Workflow["steps"] });
const problemsOf = (workflow: Workflow) => [...validateWorkflow(workflow), ...shellProblems(workflow)];

/** Takes the first fix with this label, which must mend the problem it stands at, and bring no error. */
function mend(workflow: Workflow, label: string): Workflow {
  const before = problemsOf(workflow);
  for (const problem of before) {
    const fix = fixesFor(workflow, problem).find((one) => one.label === label);
    if (fix?.kind !== "edit") continue;
    const after = applyEdit(workflow, fix.edit).workflow;
    expect(problemsOf(after)).not.toContainEqual(problem);
    expect(problemsOf(after).filter(({ severity }) => severity === "error").length).toBeLessThanOrEqual(
      before.filter(({ severity }) => severity === "error").length,
    );
    return after;
  }
  throw new Error(`No fix “${label}” among ${JSON.stringify(before.flatMap((one) => fixesFor(workflow, one)))}`);
}

const chain = {
  a: { kind: "code", accepts: ["Start"], emits: { done: "ADone" }, config: code },
  end: { kind: "stop", accepts: ["ADone"], config: {} },
};

test("[V1] a run that nothing begins is begun with the first step", () => {
  const workflow = doc({ ...chain, a: { ...chain.a, accepts: [] } });
  expect(mend(workflow, "Connect Start to a").steps.a?.accepts).toEqual(["Start"]);
});

test("[V2] a type that nobody emits becomes the one that was meant, is declared external, or goes", () => {
  const workflow = doc({
    ...chain,
    end: { ...chain.end, accepts: ["ADone", "ADonne"] },
    b: { kind: "code", accepts: ["Start"], emits: { done: "BDone" }, config: code },
    c: { kind: "stop", accepts: ["BDonee"], config: {} },
  });
  expect(mend(workflow, "Wait for BDone instead").steps.c?.accepts).toEqual(["BDone"]);
  expect(mend(workflow, "Declare BDonee external").events).toEqual({ BDonee: { role: "external" } });
  expect(mend(workflow, "Stop waiting for ADonne").steps.end?.accepts).toEqual(["ADone"]);
});

test("[V2] failures that nobody takes end the run again", () => {
  const workflow = doc({ ...chain, a: { ...chain.a, emits: { done: "ADone", error: "AFailed" } } });
  expect(mend(workflow, "Let failures end the run").steps.a?.emits).toEqual({ done: "ADone" });
});

test("[V2] an output without a wire is connected by picking", () => {
  const workflow = doc({ ...chain, end: { ...chain.end, accepts: ["Start"] } });
  const [problem] = problemsOf(workflow).filter(({ event }) => event === "ADone");
  expect(problem && fixesFor(workflow, problem)).toEqual([{ kind: "connect", label: "Connect …", from: "a" }]);
});

test("[V3] a step that nothing leads to hangs on the end before it, or goes", () => {
  const workflow = doc({
    a: { kind: "code", accepts: ["Start"], emits: { done: "ADone" }, config: code },
    lost: { kind: "stop", accepts: [], config: {} },
  });
  expect(mend(workflow, "Connect a to lost").steps.lost?.accepts).toEqual(["ADone"]);
  expect(Object.keys(mend(workflow, "Delete the step").steps)).toEqual(["a"]);
});

test("[V5] an output that does not exist, and fields of tasks, are removed", () => {
  const workflow = doc({
    ...chain,
    a: {
      kind: "transform",
      accepts: ["Start"],
      emits: { done: "ADone", wrong: "W" },
      allowFailure: true,
      config: { expression: "1" },
    },
  });
  expect(mend(workflow, "Remove the output wrong").steps.a?.emits).toEqual({ done: "ADone" });
  expect(mend(workflow, "Remove allowFailure").steps.a?.allowFailure).toBeUndefined();
});

test("[V7] a task waits for what it looks back to, and no more for what is not there", () => {
  const workflow = doc({
    lint: { kind: "code", needs: [], config: code },
    say: { kind: "transform", needs: ["gone"], config: { expression: "steps.lint.data" } },
  });
  expect(mend(workflow, "Wait for lint").steps.say?.needs).toContain("lint");
  expect(mend(workflow, "Do not wait for gone").steps.say?.needs).toEqual([]);
});

test("[V8] a pipe becomes a line for a shell, a line of words becomes arguments, and a join says what it waits for", () => {
  const command = (argv: readonly string[]) =>
    doc({ ...chain, a: { kind: "command", accepts: ["Start"], emits: { done: "ADone" }, config: { argv } } });
  expect(mend(command(["git", "log", "|", "head"]), "Use a shell line").steps.a?.config).toEqual({
    shell: { program: "sh", line: "git log | head" },
  });
  expect(mend(command(["git log -1"]), "Split into arguments").steps.a?.config).toEqual({ argv: ["git", "log", "-1"] });
  const join = doc({ ...chain, j: { kind: "join", accepts: ["ADone"], config: {} } });
  expect(mend(join, "Wait for one of each").steps.j?.join).toBe("one-of-each");
});

test("[V8] statements that return something outside of a function become its body", () => {
  const source = (text: string) => doc({ ...chain, a: { ...chain.a, config: { source: text } } });
  const problem = { rule: "V8", severity: "error", pointer: "/steps/a/config/source", message: "", step: "a" } as const;
  const bare = source("const twice = 2 * event.data;\n\nreturn twice;\n");
  const [fix, ...others] = fixesFor(bare, problem);
  expect(others).toEqual([]);
  if (fix?.kind !== "edit") throw new Error("There is no fix");
  expect(applyEdit(bare, fix.edit).workflow.steps.a?.config).toEqual({
    source: "export default async (event, ctx) => {\n  const twice = 2 * event.data;\n\n  return twice;\n};\n",
  });
  expect(fixesFor(source("const main = () => 1;"), problem)).toEqual([]);
  expect(fixesFor(source("export default () => {\n  return (;\n}"), problem)).toEqual([]);
});
