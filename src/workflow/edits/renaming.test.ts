import { expect, test } from "vitest";
import { validateWorkflow } from "../validateWorkflow.ts";
import { wiresOf } from "../wires.ts";
import type { Workflow } from "../workflow.ts";
import { setEventType } from "./document.ts";
import { type Attempted, applyEdit } from "./edit.ts";
import { renamePort, renameStep } from "./steps.ts";

/** A workflow that names the step `draft` and the type `DraftDone` in every place where a name can stand. */
const full: Workflow = {
  format: "tickwork/workflow@1",
  name: "Every place",
  events: { DraftDone: { schema: { type: "object" } } },
  steps: {
    draft: {
      kind: "code",
      accepts: ["Start"],
      emits: { done: "DraftDone", long: "DraftLong" },
      config: { source: "export default (event, ctx) => ctx.event('DraftDone', 1)" },
    },
    wait: {
      kind: "code",
      accepts: ["DraftDone"],
      emits: { done: "WaitDone" },
      set: { last: "steps.draft.data" },
      config: {
        source:
          'export default async (event, ctx) => [await ctx.waitFor("DraftDone"), ctx.step("draft"), ctx.steps.draft, ctx.steps?.draft, event.by?.DraftDone]',
      },
    },
    both: {
      kind: "join",
      accepts: ["DraftDone", "WaitDone"],
      join: "one-of-each",
      emits: { done: "BothDone" },
      config: {},
    },
    show: {
      kind: "transform",
      accepts: ["BothDone"],
      emits: { done: "ShowDone" },
      forEach: "steps.draft.data.lines",
      config: { expression: "event.by.DraftDone.data & event.by['DraftDone'].type" },
    },
    choose: {
      kind: "branch",
      accepts: ["ShowDone"],
      emits: { first: "First", other: "Other" },
      config: {
        cases: [
          {
            port: "first",
            when: {
              any: [
                { event: ["type"], equals: "DraftDone" },
                { step: "draft", path: ["data"], exists: true },
              ],
            },
          },
        ],
        else: "other",
      },
    },
    say: {
      kind: "ask",
      accepts: ["First", "Other"],
      emits: { yes: "SayYes" },
      config: {
        question: "DraftDone? {{ event.type = 'DraftDone' ? steps.draft.output.text : 'none' }}",
        choices: ["yes"],
      },
    },
    end: { kind: "stop", accepts: ["SayYes"], config: { result: "steps.draft.data" } },
    task: { kind: "command", needs: [], config: { argv: ["true"] } },
    after: {
      kind: "command",
      needs: ["task"],
      when: { exit: "task", equals: 0 },
      config: { argv: ["echo", "{{ needs.task.exit }}"] },
    },
  },
  exports: { out: { from: "task", path: [] } },
  hooks: { tell: { on: ["step finished"], steps: ["draft", "task"], notify: {} } },
  layout: { groups: [{ id: "g", x: 0, y: 0, width: 9, height: 9, steps: ["draft"] }] },
};

function applied(attempt: Attempted): Workflow {
  if (!attempt.ok) throw new Error(attempt.message);
  const { workflow, inverse } = applyEdit(full, attempt.edit);
  expect(JSON.stringify(applyEdit(workflow, inverse).workflow)).toBe(JSON.stringify(full));
  return workflow;
}
const errors = (workflow: Workflow) => validateWorkflow(workflow).filter(({ severity }) => severity === "error");

test("a renamed event type changes at every place that names it, in one step of undo", () => {
  const renamed = applied(setEventType(full, { step: "draft", port: "done" }, "Written"));
  const text = JSON.stringify(renamed);
  // The question itself is a text for people and keeps its words.
  expect(text.match(/DraftDone/g)).toEqual(["DraftDone"]);
  expect(renamed.steps.say?.config).toMatchObject({
    question: "DraftDone? {{ event.type = 'Written' ? steps.draft.output.text : 'none' }}",
  });
  expect(renamed.steps.show?.config).toEqual({ expression: "event.by.Written.data & event.by['Written'].type" });
  expect(renamed.steps.choose?.config).toMatchObject({
    cases: [{ when: { any: [{ event: ["type"], equals: "Written" }, {}] } }],
  });
  expect(Object.keys(renamed.events ?? {})).toEqual(["Written"]);
  expect(wiresOf(renamed)).toHaveLength(wiresOf(full).length);
  expect(errors(renamed)).toEqual(errors(full));
});

test("a renamed step changes at every place that names it, with its automatic types", () => {
  const renamed = applied(renameStep(full, "draft", "letter"));
  const text = JSON.stringify(renamed);
  expect(text.match(/draft/g)).toBeNull();
  expect(text.match(/DraftDone/g)).toEqual(["DraftDone"]);
  expect(renamed.steps.letter?.emits).toEqual({ done: "LetterDone", long: "LetterLong" });
  expect(renamed.hooks?.tell?.steps).toEqual(["letter", "task"]);
  expect(errors(renamed)).toEqual(errors(full));
  const task = applied(renameStep(full, "task", "first"));
  expect(JSON.stringify(task).match(/"task"|\.task/g)).toBeNull();
  expect(task.exports?.out?.from).toBe("first");
});

test("a renamed port takes its automatic type along", () => {
  const edit = renamePort(full, "draft", "long", "huge");
  expect(applied({ ok: true, edit }).steps.draft?.emits).toEqual({ done: "DraftDone", huge: "DraftHuge" });
});
