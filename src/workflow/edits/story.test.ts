import { expect, test } from "vitest";
import { validateWorkflow } from "../validateWorkflow.ts";
import { wiresOf } from "../wires.ts";
import type { StepConfigs, StepKind, Workflow } from "../workflow.ts";
import { type Attempted, applyEdit, type Edit } from "./edit.ts";
import { addStep, changeConfig, renameStep } from "./steps.ts";
import { connect } from "./wiring.ts";

test("a workflow that was built edit by edit has no problems, and undoing all of it leaves nothing", () => {
  const empty: Workflow = { format: "tickwork/workflow@1", name: "Report", steps: {} };
  let workflow = empty;
  const undo: Edit[] = [];
  const apply = (edit: Edit | Attempted) => {
    if ("ok" in edit && !edit.ok) throw new Error(edit.message);
    const edited = applyEdit(workflow, "ok" in edit ? edit.edit : edit);
    workflow = edited.workflow;
    undo.unshift(edited.inverse);
  };
  const add = <K extends StepKind>(kind: K, from: string, port: string, config?: StepConfigs[K]) => {
    const { edit, id } = addStep(workflow, { kind, at: { x: 0, y: 0 }, connectFrom: { from, port } });
    apply(edit);
    if (config) apply(changeConfig<K>(workflow, id, config));
    return id;
  };

  const log = add("command", "Start", "done", { argv: ["git", "log", "--format=%an"] });
  const slow = add("command", log, "done", { argv: ["node", "-e", "setInterval(() => console.log(1), 1000)"] });
  const code = add("code", slow, "done", { source: "export default (event, ctx) => ctx.step('command')" });
  const ask = add("ask", code, "done", {
    question: "Write the report?",
    show: "event.data",
    choices: ["approve", "reject"],
  });
  const tee = add("command", ask, "approve", {
    argv: ["tee", "report.txt"],
    stdin: "{{ steps.ask.data }} {{ steps.code.data }}",
  });
  const end = add("stop", tee, "done");
  const no = add("stop", ask, "reject");
  apply(connect(workflow, { from: tee, port: "error", to: no }));
  apply(renameStep(workflow, code, "count"));
  apply(renameStep(workflow, log, "read"));

  expect(validateWorkflow(workflow)).toEqual([]);
  expect(wiresOf(workflow).map(({ id }) => id)).toEqual([
    "Start:Start:read",
    "read:ReadDone:command_2",
    "command_2:Command2Done:count",
    "count:CountDone:ask",
    "ask:AskApprove:command_3",
    "ask:AskReject:stop_2",
    "command_3:Command3Done:stop",
    "command_3:Command3Failed:stop_2",
  ]);
  expect(workflow.steps.count?.config).toEqual({ source: "export default (event, ctx) => ctx.step('read')" });
  expect([end, no]).toEqual(["stop", "stop_2"]);

  for (const inverse of undo) workflow = applyEdit(workflow, inverse).workflow;
  expect(JSON.stringify(workflow)).toBe(JSON.stringify(empty));
});
