import { changeWorkflow } from "../../workflow/edits/document.ts";
import type { Edit } from "../../workflow/edits/edit.ts";
import { changeConfig, changeStep, removeSteps } from "../../workflow/edits/steps.ts";
import { connect } from "../../workflow/edits/wiring.ts";
import { portsOf } from "../../workflow/kinds.ts";
import type { Problem } from "../../workflow/problem.ts";
import { outputsOf, startNode, wiresOf } from "../../workflow/wires.ts";
import type { EventType, PortName, Step, StepId, Workflow } from "../../workflow/workflow.ts";
import { commandHint } from "../inspector/commandLine.ts";

/** One click that mends a problem. */
export type Fix =
  | { readonly kind: "edit"; readonly label: string; readonly edit: Edit }
  /** A step is picked for the wire. */
  | { readonly kind: "connect"; readonly label: string; readonly from: StepId };

/** What can be done about a problem at once, the likeliest first; `[]`: a person has to look. */
export function fixesFor(workflow: Workflow, problem: Problem): readonly Fix[] {
  const { step: id, pointer, rule } = problem;
  const keys = pointer.split("/").slice(1);
  const step = id !== undefined && Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
  if (step === undefined || id === undefined) return rule === "V1" && keys[0] === "steps" ? begin(workflow) : [];
  const [field, ...rest] = keys.slice(2);
  const at: Place = { workflow, id, step, field, rest, problem };
  switch (rule) {
    case "V2":
      return field === "accepts" ? unknownType(at) : unheardType(at);
    case "V3":
      return field === "accepts" ? unreachable(at) : [];
    case "V5":
      return wrongField(at);
    case "V7":
      return field === "needs" ? wrongNeed(at) : missingNeed(at);
    case "V8":
      return wrongSetting(at);
    default:
      return [];
  }
}

interface Place {
  readonly workflow: Workflow;
  readonly id: StepId;
  readonly step: Step;
  /** The first key below the step, and those below it. */
  readonly field: string | undefined;
  readonly rest: readonly string[];
  readonly problem: Problem;
}

const edit = (label: string, made: Edit): Fix => ({
  kind: "edit",
  label,
  edit: { ...made, label: label.toLowerCase() },
});
const titleOf = (workflow: Workflow, id: StepId) => (id === startNode ? "Start" : (workflow.steps[id]?.title ?? id));

/** V1: nothing begins the run. */
function begin(workflow: Workflow): readonly Fix[] {
  const steps = Object.entries(workflow.steps).filter(([, { needs }]) => needs === undefined);
  const [first] = [...steps.filter(([, { accepts }]) => accepts?.length === 0), ...steps];
  return first === undefined ? [] : wire(workflow, { from: startNode, port: "done" }, first[0]);
}

function wire(
  workflow: Workflow,
  { from, port }: { readonly from: StepId; readonly port: PortName },
  to: StepId,
): readonly Fix[] {
  const attempt = connect(workflow, { from, port, to });
  const label = `Connect ${titleOf(workflow, from)} to ${titleOf(workflow, to)}`;
  return attempt.ok ? [edit(label, attempt.edit)] : [];
}

/** V2: it waits for what nobody emits. */
function unknownType({ workflow, id, step, problem }: Place): readonly Fix[] {
  const type = problem.event;
  if (type === undefined || type === "Stop") return [];
  const accepts = step.accepts ?? [];
  const known = outputsOf(workflow)
    .map((output) => output.type)
    .filter((other) => !accepts.includes(other));
  const near = nearest(type, known);
  const events = { ...workflow.events, [type]: { ...workflow.events?.[type], role: "external" as const } };
  return [
    ...(near === undefined
      ? []
      : [
          edit(
            `Wait for ${near} instead`,
            changeStep(workflow, id, { accepts: accepts.map((one) => (one === type ? near : one)) }),
          ),
        ]),
    edit(`Declare ${type} external`, changeWorkflow(workflow, { events })),
    edit(`Stop waiting for ${type}`, changeStep(workflow, id, { accepts: accepts.filter((one) => one !== type) })),
  ];
}

/** V2: what it emits goes nowhere. */
function unheardType({ workflow, id, step, problem }: Place): readonly Fix[] {
  const type = problem.event;
  const connecting: Fix = { kind: "connect", label: "Connect …", from: id };
  if (type === undefined || step.emits?.error !== type) return [connecting];
  const { error: _, ...emits } = step.emits;
  return [
    edit(
      "Let failures end the run",
      changeStep(workflow, id, { emits: Object.keys(emits).length === 0 ? undefined : emits }),
    ),
    connecting,
  ];
}

/** V3: no way leads to it. The nearest end that leads nowhere is where it was probably to hang. */
function unreachable({ workflow, id }: Place): readonly Fix[] {
  const wires = wiresOf(workflow);
  const ids = Object.keys(workflow.steps);
  const before = [startNode, ...ids.slice(0, ids.indexOf(id))].reverse();
  const open = before.flatMap((from) => {
    const step = workflow.steps[from];
    const ports = step === undefined ? ["done"] : portsOf(step).filter((port) => port !== "error");
    return ports
      .filter((port) => !wires.some((one) => one.from === from && one.port === port))
      .map((port) => ({ from, port }));
  });
  const [from = { from: startNode, port: "done" }] = open;
  return [...wire(workflow, from, id), edit("Delete the step", removeSteps(workflow, [id]))];
}

/** V5: names, ports and triggers. */
function wrongField({ workflow, id, step, field, rest }: Place): readonly Fix[] {
  const [port = ""] = rest;
  if (field === undefined || field === "") {
    if (step.accepts !== undefined && step.needs !== undefined)
      return [
        edit("Start it on events", changeStep(workflow, id, { needs: undefined })),
        edit("Make it a task", changeStep(workflow, id, { accepts: undefined })),
      ];
    return step.accepts === undefined && step.needs === undefined
      ? [edit("Start it on events", changeStep(workflow, id, { accepts: [] }))]
      : [];
  }
  if (field === "when" || field === "allowFailure" || field === "always" || (field === "join" && step.needs))
    return [edit(`Remove ${field}`, changeStep(workflow, id, { [field]: undefined }))];
  const emits = step.emits ?? {};
  if (field === "emits" && port === "done" && step.kind === "fan-out") {
    const { done, ...others } = emits;
    const batches = { ...step.batches, ...(done !== undefined && { done }) };
    return [edit("Name it for the elements", changeStep(workflow, id, { emits: orNone(others), batches }))];
  }
  if (field === "emits" && Object.hasOwn(emits, port) && !portsOf(step).includes(port)) {
    const { [port]: _, ...others } = emits;
    return [edit(`Remove the output ${port}`, changeStep(workflow, id, { emits: orNone(others) }))];
  }
  return [];
}

/** V7: it waits for what is no task. */
function wrongNeed({ workflow, id, step, rest }: Place): readonly Fix[] {
  const index = Number(rest[0]);
  const need = step.needs?.[index];
  if (need === undefined) return [];
  const needs = (step.needs ?? []).filter((_, at) => at !== index);
  return [edit(`Do not wait for ${titleOf(workflow, need)}`, changeStep(workflow, id, { needs }))];
}

/** V7: it looks back to a task for which it does not wait. */
function missingNeed({ workflow, id, step, problem }: Place): readonly Fix[] {
  if (step.needs === undefined) return [];
  const other = /`([^`]+)`/.exec(problem.message)?.[1];
  const source = other !== undefined && Object.hasOwn(workflow.steps, other) ? workflow.steps[other] : undefined;
  if (other === undefined || source?.needs === undefined || other === id || step.needs.includes(other)) return [];
  const attempt = connect(workflow, { from: other, port: "done", to: id });
  return attempt.ok ? [edit(`Wait for ${titleOf(workflow, other)}`, attempt.edit)] : [];
}

/** V8: settings of a kind. */
function wrongSetting({ workflow, id, step, field, rest }: Place): readonly Fix[] {
  if (field === "join")
    return [
      edit("Wait for one of each", changeStep(workflow, id, { join: "one-of-each" })),
      edit("Wait for the whole batch", changeStep(workflow, id, { join: { batch: "all" } })),
    ];
  if (step.kind === "command" && field === "config" && rest[0] === "argv") {
    const hint = commandHint(step.config.argv ?? []);
    if (hint?.kind === "shell") {
      const { argv: _, ...config } = step.config;
      return [
        edit(
          "Use a shell line",
          changeConfig<"command">(workflow, id, { ...config, shell: { program: "sh", line: hint.line } }),
        ),
      ];
    }
    if (hint?.kind === "split")
      return [edit("Split into arguments", changeConfig<"command">(workflow, id, { ...step.config, argv: hint.argv }))];
  }
  if (step.kind === "code" && field === "config" && rest[0] === "source") {
    const { source } = step.config;
    if (!/\bexport\s+default\b/.test(source) && /^\s*return\b/m.test(source))
      return [
        edit("Put it into a function", changeConfig<"code">(workflow, id, { ...step.config, source: asBody(source) })),
      ];
  }
  if (step.kind === "http" && field === "config" && rest[0] === "body")
    return [edit("Make it a POST", changeConfig<"http">(workflow, id, { ...step.config, method: "POST" }))];
  return [];
}

/** Statements as the body of what a code step exports. */
function asBody(source: string): string {
  const lines = source.trim().split("\n");
  return `export default async (event, ctx) => {\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n};\n`;
}

function orNone(emits: Readonly<Record<PortName, EventType>>): Readonly<Record<PortName, EventType>> | undefined {
  return Object.keys(emits).length === 0 ? undefined : emits;
}

/** The known name that was probably meant; `undefined`: none is like it. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = [...new Set(known)]
    .filter((other) => other !== "Start")
    .map((other) => ({ other, distance: distance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, name.length / 4) ? best.other : undefined;
}

/** How many letters are other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Commands that were written as a line for a shell (V8): the program would get the line as an argument. */
export function shellProblems(workflow: Pick<Workflow, "steps">): readonly Problem[] {
  return Object.entries(workflow.steps).flatMap(([id, step]): readonly Problem[] => {
    if (step.kind !== "command" || step.config.argv === undefined) return [];
    const hint = commandHint(step.config.argv);
    if (hint === null) return [];
    const message =
      hint.kind === "shell"
        ? `\`${hint.because}\` needs a shell, and this command has none.`
        : "This is one long program name. Split it into the program and its arguments.";
    return [{ rule: "V8", severity: "warning", pointer: `/steps/${id}/config/argv`, message, step: id }];
  });
}
