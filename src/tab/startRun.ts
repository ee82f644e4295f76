import type { Breakpoints, TakesOver } from "../engine/tick.ts";
import type { Answer } from "../protocol/answer.ts";
import { breakpointsKey, readBreakpoints } from "../protocol/breakpoints.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { createRun } from "../storage/runs.ts";
import type { RunRow } from "../storage/schema.ts";
import { findUnstorable } from "../storage/storable.ts";
import { loadDraftRow } from "../storage/values.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";
import { parseWorkflow } from "../workflow/parseWorkflow.ts";
import { pinnedSteps, withoutWorkOf } from "../workflow/pins.ts";
import type { Problem } from "../workflow/problem.ts";
import { allSteps } from "../workflow/subWorkflows.ts";
import { upToStep } from "../workflow/upTo.ts";
import { validateWorkflow } from "../workflow/validateWorkflow.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { done, refuse } from "./answers.ts";
import { permissionsFor } from "./consent.ts";
import { inlineStored } from "./inlineStored.ts";
import type { Outside } from "./outside.ts";
import type { TabContext } from "./tabContext.ts";

/** The run that a new one comes from. */
type Lineage = Pick<RunSummary, "retryOf" | "forkOf">;

/** Validates, freezes and stores a new run. It begins when its host drives it. `takesOver`: what it begins with (T26). */
export async function startRun(
  tab: TabContext,
  start: Parameters<EngineApi["startRun"]>[0],
  from: Lineage & { readonly takesOver?: TakesOver } = {},
): Promise<Answer<{ readonly runId: string }>> {
  const { upTo } = start;
  const part = upTo === undefined ? done(start.workflow) : partUpTo(start.workflow, upTo);
  if (!part.ok) return part;
  const checked = await frozen(tab, part.value, start.workflowId);
  if (!checked.ok) return checked;
  const workflow = checked.value;
  const pins = start.withPins === true ? pinnedSteps(workflow) : [];
  const upToTitle = upTo && (workflow.steps[upTo]?.title ?? upTo);
  const { takesOver, ...lineage } = from;
  const wrongInput = await checkInput(tab.outside, workflow.input, start.input);
  if (wrongInput.length > 0) {
    return refuse("invalid", "The input does not fit what this workflow asks for. Nothing was started.", wrongInput);
  }
  const consent = await permissionsFor(tab, withoutWorkOf(workflow, pins), start.workflowId);
  if (!consent.ok) return consent;
  if (consent.value.missing.length > 0) {
    return refuse("needs-permission", "Nobody has allowed yet what this workflow does.");
  }
  const breakpoints = await breakpointsOf(tab, workflow, start.workflowId);
  const runId = crypto.randomUUID();
  const at = Date.now();
  const run: RunRow = {
    id: runId,
    digest: digestOf(workflow),
    epoch: 0,
    engine: tab.version,
    unfinished: 1,
    summary: {
      id: runId,
      ...(start.workflowId !== undefined && { workflowId: start.workflowId }),
      name: workflow.name,
      number: 1,
      lifecycle: "planned",
      outcome: null,
      createdAt: at,
      seq: 0,
      needsYou: 0,
      ...lineage,
      ...((pins.length > 0 || upToTitle !== undefined) && {
        trial: { ...(pins.length > 0 && { pins }), ...(upToTitle !== undefined && { upTo: upToTitle }) },
      }),
    },
  };
  const body = {
    kind: "run-started",
    input: start.input,
    ...(takesOver && { takesOver }),
    ...(pins.length > 0 && { pins }),
    ...(breakpoints && { breakpoints }),
  } as const;
  const row = await createRun(tab.database, run, workflow, { runId, at, request: { kind: "tick", body } });
  if (!row) return refuse("conflict", "A run with this id is here already. Try again.");
  tab.library.setRun(row.summary);
  return done({ runId });
}

/** Those that a person set in the workflow, as far as its steps are there; `undefined`: none, and no tick names any. */
async function breakpointsOf(
  tab: TabContext,
  workflow: Workflow,
  workflowId: string | undefined,
): Promise<Breakpoints | undefined> {
  const kept = workflowId === undefined ? null : await loadDraftRow(tab.database, breakpointsKey(workflowId));
  const { steps, events } = readBreakpoints(kept);
  const known = new Set(allSteps(workflow).map(([id]) => id));
  const here = steps.filter((step) => known.has(step));
  return here.length + events.length === 0 ? undefined : { steps: here, events };
}

/** The workflow as a run keeps it, whole and without errors. */
export async function frozen(tab: TabContext, document: Workflow, workflowId?: string): Promise<Answer<Workflow>> {
  const parsed = parseWorkflow(document);
  if (!parsed.ok) return invalid(parsed.problems);
  const inlined = await inlineStored(tab.database, parsed.value, workflowId);
  if (!inlined.ok) return invalid(inlined.problems);
  const { workflow } = inlined;
  const problems = [...validateWorkflow(workflow), ...(await tab.outside.checkSources(workflow))];
  return problems.some(({ severity }) => severity === "error") ? invalid(problems) : done(workflow);
}

/** What of a document leads to a step. */
function partUpTo(document: Workflow, step: StepId): Answer<Workflow> {
  const parsed = parseWorkflow(document);
  if (!parsed.ok) return invalid(parsed.problems);
  if (!Object.hasOwn(parsed.value.steps, step))
    return refuse("not-found", `There is no step \`${step}\` to run up to. Nothing was started.`);
  return done(upToStep(parsed.value, step));
}

function invalid(problems: readonly Problem[]): Answer<never> {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const message = `The workflow has ${errors === 1 ? "a mistake" : `${errors} mistakes`} that must be mended before it can run. Nothing was started.`;
  return refuse("invalid", message, problems);
}

/** Where an input breaks the workflow's schema, with pointers into the input. */
async function checkInput(outside: Outside, schema: JsonSchema | undefined, input: Json): Promise<readonly Problem[]> {
  const unstorable = findUnstorable(input);
  if (unstorable) return [inputProblem(unstorable.pointer, `This value cannot be kept exactly: ${unstorable.reason}.`)];
  if (schema === undefined) return [];
  return (await outside.validate(schema, input)).map(({ pointer, message }) => inputProblem(pointer, message));
}

function inputProblem(pointer: string, message: string): Problem {
  return { rule: "format", severity: "error", pointer, message };
}
