import { expect, test } from "vitest";
import { planWorkflow } from "../engine/plan.ts";
import { Retelling } from "../engine/retelling.ts";
import { PlayedRun } from "../engine/testing/playedRun.ts";
import { schemaProblem } from "../runtime/outputSchema.ts";
import type { Json } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { misfitText } from "./misfitText.ts";
import { createSchemaFit } from "./schemaFit.ts";

const number = { type: "number" } as const;
const text = { type: "string" } as const;

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "w",
  steps: {
    draft: {
      kind: "code",
      accepts: ["Start", "Again"],
      emits: { done: "Drafted", again: "Again" },
      config: { source: "" },
    },
    check: { kind: "code", accepts: ["Drafted"], emits: { done: "Checked" }, config: { source: "" } },
  },
};

/** `draft` handed on 1, 2 and "three"; nothing of it was checked by a schema. */
async function found(now: Workflow, store: Json = {}) {
  const run = new PlayedRun(workflow);
  run.start("topic");
  for (const data of [1, 2]) run.finish(run.on("draft"), [{ kind: "return", value: { type: "Again", data } }]);
  run.finish(run.on("draft"), [{ kind: "return", value: { type: "Drafted", data: "three" } }]);
  const retelling = new Retelling(run.plan, planWorkflow(now));
  const fit = createSchemaFit(
    { old: workflow, now },
    async (schema, value) => {
      const problem = schemaProblem(schema, value);
      return problem === undefined ? [] : [{ pointer: "", message: problem }];
    },
    async (value) => value,
  );
  await fit.look(run.journal.flatMap((tick) => retelling.add(tick) ?? []));
  await fit.lookAtStore(store, 4);
  return fit.misfits();
}

const withDraft = (output: typeof number | typeof text): Workflow => {
  const { draft, ...others } = workflow.steps;
  return { ...workflow, steps: { ...(draft && { draft: { ...draft, output } }), ...others } };
};

test("a version with the same schemas, or wider ones, fits", async () => {
  expect(await found(workflow)).toEqual([]);
  expect(await found({ ...workflow, input: text, store: { type: "object" } })).toEqual([]);
});

test("an input, outputs of a step, events of a type and the store are named with the first that does not fit", async () => {
  expect(await found({ ...workflow, input: number })).toMatchObject([{ of: { kind: "input" }, count: 1, seq: 1 }]);
  expect(await found(withDraft(text))).toMatchObject([{ of: { kind: "output", step: "draft" }, count: 2, seq: 2 }]);
  expect(await found(withDraft(number))).toMatchObject([{ of: { kind: "output", step: "draft" }, count: 1, seq: 4 }]);
  expect(await found({ ...workflow, events: { Again: { schema: text }, Drafted: { schema: text } } })).toMatchObject([
    { of: { kind: "event", type: "Again" }, count: 2, seq: 2 },
  ]);
  expect(await found({ ...workflow, store: { required: ["n"] } })).toMatchObject([{ of: { kind: "store" }, seq: 4 }]);
});

test("each is said with what can be done, and with the tick from which it fits", async () => {
  const [misfit] = await found(withDraft(number));
  const said = misfit && misfitText(misfit, (step) => (step === "draft" ? "First draft" : step));
  expect(said?.text).toMatch(/^1 output of “First draft” would be refused by the output schema .*first in tick 4: /);
  expect(said?.todo).toBe("Fork after tick 3, so that “First draft” runs again. Else steps behind it get it as it is.");
  expect(said?.forkAt).toBe(3);
});
