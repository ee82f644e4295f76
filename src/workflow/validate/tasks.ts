import type { Condition } from "../condition.ts";
import type { Json, JsonSchema } from "../json.ts";
import type { Problem } from "../problem.ts";
import { mentionsIn } from "../references.ts";
import { forbids, schemasAt } from "../schemaPath.ts";
import { sourcesOf } from "../sources.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import { atDocument, atStep } from "./finding.ts";
import { type Graph, leadsTo } from "./graph.ts";

/** V7: needs, circles among them, and what conditions, exports and texts look back to (T9). */
export function checkTasks(graph: Graph): readonly Problem[] {
  const { workflow, steps } = graph;
  return [
    ...steps.flatMap(([id, step]) => [
      ...checkNeeds(workflow, id, step),
      ...checkCondition(workflow, id, step),
      ...checkMentions(graph, id, step),
    ]),
    ...checkExports(workflow),
  ];
}

function checkExports(workflow: Workflow): readonly Problem[] {
  return Object.entries(workflow.exports ?? {}).flatMap(([name, { from, path }]) => {
    const source = own(workflow, from);
    const at = (key: string) => ({ path: ["exports", name, key] });
    if (source === undefined) return [atDocument("V7", `There is no step \`${from}\`.`, at("from"))];
    if (source.needs === undefined) {
      return [atDocument("V7", `\`${from}\` is no task; only tasks are exported.`, at("from"))];
    }
    return isDescribed(source, path) ? [] : [atDocument("V7", noSchema(from), at("path"))];
  });
}

/** Whether the step's `output` schema names what stands at a path; without one nothing can be relied on (T9). */
function isDescribed(step: Step, path: Path): boolean {
  if (step.forEach !== undefined && path.length === 0) return true;
  return outputSchemasAt(step, path).length > 0;
}

/** Of a step with `forEach` the output is a list, and the schema that of an element (R72). */
function outputSchemasAt({ output, forEach }: Step, path: Path): readonly JsonSchema[] {
  if (output === undefined) return [];
  if (forEach === undefined) return schemasAt(output, path);
  return typeof path[0] === "number" ? schemasAt(output, path.slice(1)) : [];
}

type Path = readonly (string | number)[];

function noSchema(step: StepId): string {
  return `The output of \`${step}\` has no schema at this path. Describe it in the step's \`output\`.`;
}

function checkNeeds(workflow: Workflow, id: StepId, { needs = [] }: Step): readonly Problem[] {
  const found = needs.flatMap((need, i) => {
    const path = ["needs", i];
    const source = own(workflow, need);
    if (need === id) return [atStep("V7", id, "A task cannot wait for itself.", { path })];
    if (source === undefined) return [atStep("V7", id, `There is no step \`${need}\` to wait for.`, { path })];
    if (source.needs === undefined) {
      return [atStep("V7", id, `\`${need}\` is started by events; a task can wait for tasks only.`, { path })];
    }
    return [];
  });
  const others = ancestorsOf(workflow, id);
  if (!needs.includes(id) && others.has(id)) {
    found.push(
      atStep("V7", id, "This task waits, in a circle, for itself. Remove one of the needs.", { path: ["needs"] }),
    );
  }
  return found;
}

function checkCondition(workflow: Workflow, id: StepId, step: Step): readonly Problem[] {
  if (step.when === undefined || step.needs === undefined) return [];
  const ancestors = ancestorsOf(workflow, id);
  return refersTo(step.when, ["when"]).flatMap(({ step: other, path, isExit, output }) => {
    const source = own(workflow, other);
    if (source === undefined) return [atStep("V7", id, `There is no step \`${other}\`.`, { path })];
    if (!ancestors.has(other)) {
      return [
        atStep(
          "V7",
          id,
          `The condition looks at \`${other}\`, for which this task does not wait. Add it to the needs.`,
          { path },
        ),
      ];
    }
    if (isExit && source.kind !== "command" && source.kind !== "scripted") {
      return [atStep("V7", id, `\`${other}\` is no command: it has no exit.`, { path })];
    }
    if (output === undefined) return [];
    if (!isDescribed(source, output.path)) return [atStep("V7", id, noSchema(other), { path })];
    const schemas = outputSchemasAt(source, output.path);
    return output.values
      .filter((value) => schemas.every((schema) => forbids(schema, value)))
      .map((value) =>
        atStep("V7", id, `The schema of \`${other}\` forbids the value ${JSON.stringify(value)} here: never true.`, {
          path,
        }),
      );
  });
}

function checkMentions(graph: Graph, id: StepId, step: Step): readonly Problem[] {
  const { workflow } = graph;
  const ancestors = step.needs === undefined ? undefined : ancestorsOf(workflow, id);
  return sourcesOf(step).flatMap((source) => {
    const names = mentionsIn(source).flatMap(({ root, name }) =>
      (root === "steps" || root === "needs") && name !== undefined ? [name] : [],
    );
    return [...new Set(names)].flatMap((name) => {
      const at = { path: source.path };
      if (own(workflow, name) === undefined) {
        return [atStep("V7", id, `There is no step \`${name}\` to look back to.`, at)];
      }
      if (ancestors) {
        return ancestors.has(name)
          ? []
          : [
              atStep(
                "V7",
                id,
                `It looks back to \`${name}\`, for which this task does not wait. Add it to the needs.`,
                at,
              ),
            ];
      }
      const isBefore = leadsTo(graph, name, id);
      return isBefore
        ? []
        : [
            atStep("V7", id, `No way leads from \`${name}\` to this step: looking back to it finds nothing.`, {
              ...at,
              severity: "warning",
            }),
          ];
    });
  });
}

/** All steps that a task waits for, directly or through others; itself only in a circle. */
function ancestorsOf(workflow: Workflow, id: StepId): ReadonlySet<StepId> {
  const found = new Set<StepId>(own(workflow, id)?.needs ?? []);
  for (const need of found) for (const further of own(workflow, need)?.needs ?? []) found.add(further);
  return found;
}

interface Reference {
  readonly step: StepId;
  readonly path: readonly (string | number)[];
  readonly isExit: boolean;
  /** What it reads of the output, and the values it may equal. */
  readonly output?: { readonly path: readonly (string | number)[]; readonly values: readonly Json[] };
}

function refersTo(condition: Condition, path: readonly (string | number)[]): readonly Reference[] {
  for (const key of ["all", "any"] as const) {
    if (key in condition) {
      const inner = (condition as Readonly<Record<string, readonly Condition[]>>)[key] ?? [];
      return inner.flatMap((part, i) => refersTo(part, [...path, key, i]));
    }
  }
  if ("not" in condition) return refersTo(condition.not, [...path, "not"]);
  for (const key of ["status", "exit", "output", "step"] as const) {
    const step = (condition as Readonly<Record<string, unknown>>)[key];
    if (typeof step !== "string") continue;
    const output = key === "output" ? { output: readOf(condition as OutputCondition) } : {};
    return [{ step, path: [...path, key], isExit: key === "exit", ...output }];
  }
  return [];
}

type OutputCondition = Extract<Condition, { readonly output: string }>;

function readOf(condition: OutputCondition): NonNullable<Reference["output"]> {
  const values = "equals" in condition ? [condition.equals] : "in" in condition ? condition.in : [];
  return { path: condition.path, values };
}

function own(workflow: Workflow, id: StepId): Step | undefined {
  return Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
}
