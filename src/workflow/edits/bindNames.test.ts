import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { parseWorkflow } from "../parseWorkflow.ts";
import { bindNames, namesOfMachine } from "./bindNames.ts";
import { applyEdit } from "./edit.ts";

const inner = {
  format: "tickwork/workflow@1",
  name: "Inner",
  steps: { ask: { kind: "agent", accepts: ["Start"], config: { model: "theirs", prompt: "{{ secret.KEY }}" } } },
};
const parsed = parseWorkflow({
  format: "tickwork/workflow@1",
  name: "Foreign",
  steps: {
    read: { kind: "file", accepts: ["Start"], config: { operation: "list", path: "", workspace: "docs" } },
    build: { kind: "command", accepts: ["Start"], config: { argv: ["make"], workspace: "code", secrets: ["PASS"] } },
    again: { kind: "command", accepts: ["Start"], config: { argv: ["make"], workspace: "docs" } },
    sub: { kind: "workflow", accepts: ["Start"], config: { workflow: inner } },
    plain: { kind: "agent", accepts: ["Start"], config: { prompt: "?" } },
  },
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const workflow = parsed.value;

test("names of another machine are found once each, in inner workflows too", () => {
  expect(namesOfMachine(workflow)).toEqual({
    workspaces: ["docs", "code"],
    models: ["theirs"],
    secrets: ["PASS", "KEY"],
  });
});

test("the names of several workflows stand together, each once", () => {
  const other = { steps: { x: { kind: "command", needs: [], config: { argv: ["ls"], workspace: "docs" } } } } as const;
  expect(namesOfMachine(other, workflow).workspaces).toEqual(["docs", "code"]);
});

test("a binding changes every step that calls the name, as one edit that can be undone", () => {
  const edit = bindNames(workflow, {
    workspace: new Map([["docs", "papers"]]),
    model: new Map([["theirs", null]]),
  });
  const { workflow: mine, inverse } = applyEdit(workflow, edit);
  expect(namesOfMachine(mine)).toMatchObject({ workspaces: ["papers", "code"], models: [] });
  expect(applyEdit(mine, inverse).workflow as unknown as Json).toEqual(workflow);
});

test("a name that is bound to itself changes nothing", () => {
  expect(bindNames(workflow, { workspace: new Map([["docs", "docs"]]), model: new Map() }).changes).toEqual([]);
});
