import type { JsonObject } from "./json.ts";
import { loneSurrogate, maxJsonDepth } from "./jsonText.ts";
import { hookShape } from "./parse/hookShape.ts";
import {
  flag,
  isObject,
  listOf,
  nameOf,
  number,
  object,
  oneOf,
  type Place,
  recordOf,
  report,
  type Shape,
  schema,
  text,
} from "./parse/shape.ts";
import { exportShape, stepShape } from "./parse/stepShape.ts";
import type { Parsed, Problem } from "./problem.ts";
import { upgrade, workflowUpgrades } from "./upgrades.ts";
import { type Workflow, workflowFormat } from "./workflow.ts";

export interface ParseOptions {
  /** A workflow inside a scenario: `format` and `name` may be left out, and steps may be `scripted`. */
  readonly scenario?: boolean;
}

/**
 * Reads a workflow from a JSON value: all problems at once, each with its pointer. The value is checked and never
 * rebuilt, so unknown fields and keys like `__proto__` stay. Ranges, names and everything that concerns more than
 * one place are left to `validateWorkflow`, so that a document with such a mistake can be opened and mended.
 */
export function parseWorkflow(json: unknown, { scenario = false }: ParseOptions = {}): Parsed<Workflow> {
  const problems: Problem[] = [];
  const at: Place = { path: [], rule: "format", problems };
  if (!isPlainJson(json, at, 0)) return { ok: false, problems };
  if (!isObject(json)) {
    report(at, `This is no workflow: an object is expected, not ${nameOf(json)}.`);
    return { ok: false, problems };
  }
  const given = scenario ? { format: workflowFormat, name: "scenario", ...json } : json;
  const upgraded = upgrade(given as JsonObject, "tickwork/workflow", workflowUpgrades);
  if (!upgraded.ok) {
    report({ ...at, path: ["format"] }, upgraded.message);
    return { ok: false, problems };
  }
  workflowShape(scenario)(upgraded.document, at);
  return problems.some(({ severity }) => severity === "error")
    ? { ok: false, problems }
    : { ok: true, value: upgraded.document as unknown as Workflow, warnings: problems };
}

const point = { x: number, y: number };
const layout = object({
  steps: recordOf(() => object(point, ["x", "y"])),
  start: object(point, ["x", "y"]),
  notes: listOf(
    object({ ...point, id: text, text, width: number, height: number, color: text }, ["id", "text", "x", "y"]),
  ),
  groups: listOf(
    object(
      {
        ...point,
        id: text,
        title: text,
        width: number,
        height: number,
        steps: listOf(text),
        collapsed: flag,
        color: text,
      },
      ["id", "x", "y", "width", "height", "steps"],
    ),
  ),
  viewport: object({ ...point, zoom: number }),
});

const limits: Shape = (value, at) =>
  object({
    timeoutMs: number,
    maxParallel: number,
    maxParallelCommands: number,
    maxParallelAgents: number,
    maxExecutions: number,
  })(value, { ...at, rule: "V5" });

function workflowShape(scenario: boolean, required = ["format", "name", "steps"]): Shape {
  return object(
    {
      format: text,
      name: text,
      description: text,
      input: schema,
      events: recordOf(() => object({ role: oneOf("external"), schema })),
      limits,
      store: schema,
      steps: recordOf(() => stepShape(scenario, inlinedShape(scenario))),
      exports: recordOf(() => exportShape),
      hooks: recordOf(() => hookShape),
      layout,
      workflows: recordOf(() => inlinedShape(scenario)),
    },
    required,
  );
}

/** A workflow inside of the document. Its `format` is the document's own when it names none. */
function inlinedShape(scenario: boolean): Shape {
  return (value, at) => {
    const place = { ...at, rule: "format" };
    if (isObject(value) && value.format !== undefined) {
      const upgraded = upgrade(value as JsonObject, "tickwork/workflow", workflowUpgrades);
      if (!upgraded.ok) return report({ ...place, path: [...at.path, "format"] }, upgraded.message);
    }
    workflowShape(scenario, ["steps"])(value, place);
  };
}

/** Reports what JSON cannot say, and texts that are no Unicode. `false`: too strange to look at the fields. */
function isPlainJson(value: unknown, at: Place, depth: number): boolean {
  if (depth > maxJsonDepth) {
    report(at, `Values are nested more than ${maxJsonDepth} levels deep.`);
    return false;
  }
  switch (typeof value) {
    case "string":
      reportHalfCharacters(value, at);
      return true;
    case "number":
      if (!Number.isFinite(value)) report(at, `A value is ${value}, which JSON cannot hold.`);
      return true;
    case "boolean":
      return true;
    case "object":
      if (value === null) return true;
      return Object.entries(value)
        .map(([key, entry]) => {
          const place = { ...at, path: [...at.path, Array.isArray(value) ? Number(key) : key] };
          reportHalfCharacters(key, place);
          return isPlainJson(entry, place, depth + 1);
        })
        .every(Boolean);
    default:
      report(at, `A value is ${typeof value}, which JSON cannot hold.`);
      return false;
  }
}

function reportHalfCharacters(value: string, at: Place): void {
  if (loneSurrogate.test(value)) {
    report(at, "A text holds half of a character (a lone surrogate). Write the whole character.");
  }
}
