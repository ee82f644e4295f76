import { builtInEventTypes, type EventType, type PortName, type StepId, type Workflow } from "./workflow.ts";

const longest = 63;

export function isStepId(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,62}$/.test(name);
}

export function isEventType(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]{0,62}$/.test(name);
}

/** The first of `base`, `base_2`, `base_3`, … that is no step yet. */
export function freeStepId(workflow: Pick<Workflow, "steps">, base: string): StepId {
  const plain =
    base
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[^a-z]+|_+$/g, "") || "step";
  return firstFree(plain, "_", (id) => Object.hasOwn(workflow.steps, id));
}

/** What the editor calls what leaves a port: `DraftDone`, `DraftFailed`, `ReviewApprove`. */
export function automaticType(step: StepId, port: PortName): EventType {
  const suffix = port === "done" ? "Done" : port === "error" ? "Failed" : capitalized(port);
  return `${capitalized(step)}${suffix}`.slice(0, longest);
}

/** Whether the editor gave the name: then it follows a renamed step or port. */
export function isAutomaticType(type: EventType, step: StepId, port: PortName): boolean {
  const automatic = automaticType(step, port);
  return type === automatic || (type.startsWith(automatic) && /^\d+$/.test(type.slice(automatic.length)));
}

/** `type`, or with the first number behind it that makes it free. */
export function freeType(type: EventType, taken: ReadonlySet<EventType>): EventType {
  return firstFree(type, "", (name) => taken.has(name));
}

/** Every event type that a workflow names anywhere, and the built-in ones. */
export function typesIn(workflow: Pick<Workflow, "steps" | "events">): ReadonlySet<EventType> {
  const types = new Set<EventType>([...builtInEventTypes, ...Object.keys(workflow.events ?? {})]);
  for (const step of Object.values(workflow.steps)) {
    for (const type of [
      ...(step.accepts ?? []),
      ...Object.values(step.emits ?? {}),
      ...Object.values(step.batches ?? {}),
    ]) {
      types.add(type);
    }
  }
  return types;
}

function capitalized(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

function firstFree(base: string, separator: string, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `${separator}${n}`;
    const name = base.slice(0, longest - suffix.length) + suffix;
    if (!isTaken(name)) return name;
  }
}
