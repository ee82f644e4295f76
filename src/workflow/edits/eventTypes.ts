import type { Condition } from "../condition.ts";
import type { Json } from "../json.ts";
import { automaticType, freeType, isAutomaticType, isEventType, typesIn } from "../names.ts";
import { type Source, sourcesOf } from "../sources.ts";
import { parseTemplate } from "../template.ts";
import { outputsOf } from "../wires.ts";
import { builtInEventTypes, type EventType, type PortName, type StepId, type Workflow } from "../workflow.ts";
import type { Draft } from "./draft.ts";

/** The field in which a port of this step names its type. A failure is no list. */
export function emittingField(draft: Draft, step: StepId, port: PortName): "emits" | "batches" {
  const { kind, batches } = draft.workflow.steps[step] ?? {};
  const isList = port !== "error" && (kind === "fan-out" || (batches !== undefined && Object.hasOwn(batches, port)));
  return isList ? "batches" : "emits";
}

/** Gives a port a type of its own and answers it. */
export function giveOwnType(draft: Draft, step: StepId, port: PortName): EventType {
  const type = freeType(automaticType(step, port), typesIn(draft.workflow));
  draft.set(["steps", step, emittingField(draft, step, port), port], type);
  return type;
}

/** Renames a type wherever it is emitted, accepted, declared or written as a text in code and expressions. */
export function renameType(draft: Draft, from: EventType, to: EventType): void {
  const declared = draft.workflow.events ?? {};
  if (Object.hasOwn(declared, from) && !Object.hasOwn(declared, to)) draft.rename(["events", from], to);
  for (const [id, step] of Object.entries(draft.workflow.steps)) {
    if (step.accepts?.includes(from)) {
      const accepts = step.accepts.map((type) => (type === from ? to : type));
      draft.set(["steps", id, "accepts"], [...new Set(accepts)]);
    }
    for (const field of ["emits", "batches"] as const) {
      for (const [port, type] of Object.entries(step[field] ?? {})) {
        if (type === from) draft.set(["steps", id, field, port], to);
      }
    }
    if (!isEventType(from)) continue;
    for (const source of sourcesOf(step)) {
      const renamed = renameTypeIn(source, from, to);
      if (renamed !== source.text) draft.set(["steps", id, ...source.path], renamed);
    }
    if (step.when) draft.replace(["steps", id, "when"], renameTypeInCondition(step.when, from, to));
    if (step.kind === "branch")
      step.config.cases.forEach(({ when }, i) => {
        if (typeof when !== "string")
          draft.replace(["steps", id, "config", "cases", i, "when"], renameTypeInCondition(when, from, to));
      });
  }
}

/** The text with the type renamed where it is written as a text, or as the key of a join's events (`event.by.Ready`). */
function renameTypeIn({ language, text }: Pick<Source, "language" | "text">, from: EventType, to: EventType): string {
  if (language !== "template") return renameIn(text);
  const template = parseTemplate(text);
  if (!template.ok) return text;
  return template.parts.map((part) => (part.kind === "text" ? part.text : `{{${renameIn(part.source)}}}`)).join("");

  function renameIn(code: string): string {
    return code
      .replace(new RegExp(`(["'\`])${from}\\1`, "g"), `$1${to}$1`)
      .replace(new RegExp(`(\\bby\\s*\\??\\.\\s*)${from}\\b`, "g"), `$1${to}`);
  }
}

function renameTypeInCondition(condition: Condition, from: EventType, to: EventType): Condition {
  const inside = (inner: Condition) => renameTypeInCondition(inner, from, to);
  if ("all" in condition) return { all: condition.all.map(inside) };
  if ("any" in condition) return { any: condition.any.map(inside) };
  if ("not" in condition) return { not: inside(condition.not) };
  if (!("event" in condition)) return condition;
  const [first, second] = condition.event;
  if (first === "by" && second === from) return { ...condition, event: ["by", to, ...condition.event.slice(2)] };
  if (first !== "type" || second !== undefined) return condition;
  const renamed = (value: Json) => (value === from ? to : value);
  if ("equals" in condition) return { ...condition, equals: renamed(condition.equals) };
  if ("notEquals" in condition) return { ...condition, notEquals: renamed(condition.notEquals) };
  return "in" in condition ? { ...condition, in: condition.in.map(renamed) } : condition;
}

/** Lets the automatic types of a step's port follow it to its new name; a type that others emit too stays. */
export function followName(
  draft: Draft,
  now: { readonly step: StepId; readonly port: PortName },
  before: { readonly step: StepId; readonly port: PortName },
): void {
  const own = outputsOf(draft.workflow).filter(({ from, port }) => from === now.step && port === now.port);
  for (const { type } of own) {
    const alone = outputsOf(draft.workflow).filter((output) => output.type === type).length === 1;
    if (!alone || !isAutomaticType(type, before.step, before.port)) continue;
    const taken = new Set(typesIn(draft.workflow));
    taken.delete(type);
    const next = freeType(automaticType(now.step, now.port), taken);
    if (next !== type) renameType(draft, type, next);
  }
}

/** Nobody accepts a type any more that nothing can emit. */
export function dropUnemitted(draft: Draft, types: Iterable<EventType>): void {
  for (const type of types) {
    if (canArrive(draft, type)) continue;
    for (const [id, step] of Object.entries(draft.workflow.steps)) {
      if (!step.accepts?.includes(type)) continue;
      draft.set(
        ["steps", id, "accepts"],
        step.accepts.filter((accepted) => accepted !== type),
      );
    }
  }
}

/**
 * Takes the type from `error` ports whose last wire went: an `error` port with a type takes failures away from the
 * run, and with nobody behind it they would pass unseen.
 */
export function forgetUnheardErrors(draft: Draft, before: Workflow): void {
  const heard = acceptedIn(before);
  const stillHeard = acceptedIn(draft.workflow);
  for (const [id, { emits }] of Object.entries(draft.workflow.steps)) {
    const type = emits?.error;
    if (type !== undefined && heard.has(type) && !stillHeard.has(type)) {
      draft.set(["steps", id, "emits", "error"], undefined);
    }
  }
}

function acceptedIn(workflow: Workflow): ReadonlySet<EventType> {
  return new Set(Object.values(workflow.steps).flatMap(({ accepts }) => accepts ?? []));
}

function canArrive(draft: Draft, type: EventType): boolean {
  const { events } = draft.workflow;
  return (
    (builtInEventTypes as readonly string[]).includes(type) ||
    (events !== undefined && Object.hasOwn(events, type) && events[type]?.role === "external") ||
    outputsOf(draft.workflow).some((output) => output.type === type)
  );
}
