import type { Roots } from "../arrivals/arrivals.ts";
import type { Shape, TypeName } from "../arrivals/shape.ts";
import type { CodeNames } from "./codeOffers.ts";
import { contextMembers, storeMembers } from "./contextMembers.ts";

const plain: Readonly<Record<Exclude<TypeName, "list" | "object">, string>> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** What is known of a value, as a type of TypeScript. */
export function typeText(shape: Shape | undefined, indent = ""): string {
  if (shape === undefined) return "Json";
  if (shape.choices !== undefined && shape.choices.length > 0)
    return shape.choices.map((choice) => JSON.stringify(choice)).join(" | ");
  const types = shape.types.length > 0 ? shape.types : shape.fields ? (["object"] as const) : [];
  if (types.length === 0) return "Json";
  return types
    .map((type) => {
      if (type === "object") return objectText(shape, indent);
      if (type !== "list") return plain[type];
      const element = typeText(shape.element, indent);
      return /^[\w"{]/.test(element) && !element.includes(" | ") ? `${element}[]` : `(${element})[]`;
    })
    .join(" | ");
}

function objectText(shape: Shape, indent: string): string {
  if (shape.fields === undefined || shape.fields.size === 0) return "{ [name: string]: Json }";
  const inner = `${indent}  `;
  const lines = [...shape.fields].map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const about = field.about === undefined ? "" : ` // ${field.about.replaceAll(/\s+/g, " ")}`;
    return `${inner}${key}${field.optional ? "?" : ""}: ${typeText(field, inner)};${about}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** The types of a code step, to be read beside its code: the event, `ctx`, and what it may return. */
export function typesText(names: CodeNames): string {
  const { roots, ports, events, steps, output } = names;
  const either = (values: readonly string[]) =>
    values.length === 0 ? "never" : values.map((value) => JSON.stringify(value)).join(" | ");
  const of = (root: keyof typeof titles) =>
    roots.has(root) ? [`type ${titles[root]} = ${typeText(roots.get(root))};`] : [];
  const inList = roots.has("item");
  const context = contextMembers
    .filter(({ name }) => inList || !["item", "index", "items"].includes(name))
    .map(({ signature, about }) => `  /** ${about} */\n  ${signature};`);
  return [
    "// What starts the step.",
    roots.has("event")
      ? `declare const event: ${typeText(roots.get("event"))};`
      : "declare const event: undefined; // a task",
    "// What it returns: data of the output done, an event, a list of events (a batch), or null: nothing follows.",
    `type Returned = ${output === undefined ? "Json" : typeText(output)} | Event | Event[] | null;`,
    `type Port = ${either(ports)};`,
    `type EventType = ${either(events)};`,
    `type Step = ${either(steps)};`,
    ...of("input"),
    ...of("item"),
    "// Of earlier steps of this line.",
    `type Results = ${resultsText(roots)};`,
    `declare const ctx: {\n${context.join("\n")}\n};`,
    `interface Store {\n${storeMembers.map(({ signature, about }) => `  /** ${about} */\n  ${signature};`).join("\n")}\n}`,
  ].join("\n\n");
}

const titles = { input: "Input", item: "Item" } as const;

/** By step only what it handed on; the rest is the same for all. */
function resultsText(roots: Roots): string {
  const steps = [...(roots.get("steps")?.fields ?? [])];
  if (steps.length === 0) return "{}";
  const lines = steps.map(
    ([id, shape]) =>
      `  ${JSON.stringify(id)}: { data: ${typeText(shape.fields?.get("data"), "  ")}; output; exit; outcome; attempt; count };`,
  );
  return `{\n${lines.join("\n")}\n}`;
}
