import { expect, test } from "vitest";
import { digestOf } from "../digest.ts";
import { applyEdit } from "../edits/edit.ts";
import { renameStep } from "../edits/steps.ts";
import type { Json, JsonObject } from "../json.ts";
import { needsRunner } from "../needsRunner.ts";
import { parseWorkflow } from "../parseWorkflow.ts";
import { permissionsOf } from "../permissions.ts";
import { validateWorkflow } from "../validateWorkflow.ts";
import type { Workflow } from "../workflow.ts";

const document = (hooks: Json, steps: JsonObject = {}): JsonObject => ({
  format: "tickwork/workflow@1",
  name: "observed",
  steps: { end: { kind: "stop", accepts: ["Start"], config: {} }, ...steps },
  hooks,
});

function read(hooks: Json, steps: JsonObject = {}): Workflow {
  const parsed = parseWorkflow(document(hooks, steps));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const wrong = (hooks: Json) =>
  validateWorkflow(read(hooks)).map(({ rule, severity, pointer }) => `${rule} ${severity} ${pointer}`);

test("a hook that cannot be read is said at its place, with all that is wrong", () => {
  const parsed = parseWorkflow(
    document({
      a: { notify: {} },
      b: { on: ["run ended"], notify: {} },
      c: { on: [], notify: {}, webhook: { url: "x" } },
    }),
  );
  expect(parsed.ok ? [] : parsed.problems.map(({ pointer }) => pointer)).toEqual([
    "/hooks/a",
    "/hooks/b/on/0",
    "/hooks/c",
  ]);
});

test("[T31] what a hook names must exist, and its texts are static", () => {
  expect(wrong({ ok: { on: ["step finished", "run failed"], steps: ["end"], notify: { title: "Look" } } })).toEqual([]);
  expect(
    wrong({
      Bad: { on: [], notify: {} },
      steps: { on: ["step started"], steps: ["end", "gone"], notify: { text: "{{ input }}" } },
      idle: { on: ["run failed"], steps: ["end"], notify: {} },
      none: { on: ["step finished"], steps: [], webhook: { url: "https://a.example/x" } },
      there: { on: ["run failed"], webhook: { url: "https://{{ input }}/x" } },
      login: { on: ["run failed"], webhook: { url: "https://me:key@a.example/" } },
      path: { on: ["run failed"], webhook: { url: "/here" } },
      program: { on: ["run failed"], command: { argv: [" "] } },
    }),
  ).toEqual([
    "V7 error /hooks/Bad",
    "V7 error /hooks/Bad/on",
    "V7 error /hooks/steps/steps/1",
    "V7 warning /hooks/steps/notify/text",
    "V7 warning /hooks/idle/steps",
    "V7 error /hooks/none/steps",
    "V7 error /hooks/there/webhook/url",
    "V7 error /hooks/login/webhook/url",
    "V7 error /hooks/path/webhook/url",
    "V7 error /hooks/program/command/argv",
  ]);
});

test("hooks of a workflow inside another one are not called, ask for nothing, and this is said", () => {
  const hooks = { h: { on: ["run failed"], command: { argv: ["make"] } } };
  const outer = read({}, { sub: { kind: "workflow", accepts: ["Go"], config: { workflow: document(hooks) } } });
  expect(permissionsOf(outer)).toEqual([]);
  expect(
    validateWorkflow(outer)
      .filter(({ pointer }) => pointer.includes("/hooks/"))
      .map(({ severity, pointer }) => `${severity} ${pointer}`),
  ).toEqual(["warning /steps/sub/config/workflow/hooks/h"]);
});

test("[T31] consent is asked for hosts and programs of hooks as for those of steps", () => {
  const hooks = {
    web: { on: ["run failed"], webhook: { url: "https://A.example:8443/x" } },
    tell: { on: ["run failed"], command: { argv: ["notify-send", "{{ kept }}"], workspace: "desk" } },
    show: { on: ["run failed"], notify: {} },
  };
  const workflow = read(hooks);
  expect(permissionsOf(workflow)).toEqual([
    { kind: "program", argv: ["notify-send", "{{ kept }}"] },
    { kind: "workspace", name: "desk", access: "none" },
    { kind: "host", host: "a.example:8443" },
  ]);
  expect(needsRunner(workflow)).toBe(true);
  expect(needsRunner(read({ web: hooks.web }))).toBe(false);
  expect(needsRunner(read({ web: { ...hooks.web, webhook: { ...hooks.web.webhook, via: "runner" } } }))).toBe(true);
});

test("hooks are part of the digest, and follow a step that is renamed", () => {
  const workflow = read({ h: { on: ["step finished"], steps: ["end"], notify: {} } });
  expect(digestOf(workflow)).not.toBe(digestOf(read({})));
  const renamed = renameStep(workflow, "end", "finish");
  if (!renamed.ok) throw new Error(renamed.message);
  expect(applyEdit(workflow, renamed.edit).workflow.hooks?.h?.steps).toEqual(["finish"]);
});
