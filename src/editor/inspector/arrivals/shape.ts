import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../../../workflow/json.ts";
import { isSchema, resolveReference } from "../../../workflow/schemaPath.ts";

export type TypeName = "text" | "number" | "boolean" | "null" | "list" | "object";

/** What is known of a value before it exists. */
export interface Shape {
  /** Any of these; empty: nothing is known. */
  readonly types: readonly TypeName[];
  readonly fields?: ReadonlyMap<string, Shape>;
  /** Of a list. */
  readonly element?: Shape;
  /** The only values that it can have. */
  readonly choices?: readonly Json[];
  /** One line for a person. */
  readonly about?: string;
  /** It can be absent. */
  readonly optional?: boolean;
}

/** Deeper schemas end as unknown: nobody reads further, and a schema may refer to itself. */
const deepest = 8;

export const unknownShape: Shape = { types: [] };
export const textShape: Shape = { types: ["text"] };
export const numberShape: Shape = { types: ["number"] };
export const booleanShape: Shape = { types: ["boolean"] };

export function objectShape(fields: Readonly<Record<string, Shape>>, about?: string): Shape {
  return { types: ["object"], fields: new Map(Object.entries(fields)), ...(about !== undefined && { about }) };
}

export function listShape(element: Shape, about?: string): Shape {
  return { types: ["list"], element, ...(about !== undefined && { about }) };
}

/** The same shape with what it means. */
export function described(shape: Shape, about: string): Shape {
  return { ...shape, about };
}

const namesInSchema: Readonly<Record<string, TypeName>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  array: "list",
  object: "object",
};

/** What a JSON Schema says of a value, as far as names and types go. */
export function shapeOfSchema(schema: JsonSchema | undefined): Shape {
  return schema === undefined ? unknownShape : fromSchema(schema, schema, 0);
}

function fromSchema(root: JsonSchema, schema: JsonSchema, depth: number): Shape {
  if (typeof schema === "boolean" || depth > deepest) return unknownShape;
  if (typeof schema.$ref === "string") {
    const target = resolveReference(root, schema.$ref);
    return target === undefined ? unknownShape : fromSchema(root, target, depth + 1);
  }
  const inner = (value: Json | undefined): Shape =>
    value !== undefined && isSchema(value) ? fromSchema(root, value, depth + 1) : unknownShape;
  const own = ownShape(schema, inner);
  const all = schemasIn(schema.allOf).map(inner);
  const either = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)].map(inner);
  const whole = all.reduce(both, own);
  return either.length === 0 ? whole : both(whole, either.reduce(mergeShapes));
}

function ownShape(schema: JsonObject, inner: (value: Json | undefined) => Shape): Shape {
  const { type, properties, required, items, prefixItems, enum: choices } = schema;
  const about = textOf(schema.description) ?? textOf(schema.title);
  const named = (Array.isArray(type) ? type : [type]).flatMap((name) =>
    typeof name === "string" && Object.hasOwn(namesInSchema, name) ? [namesInSchema[name] as TypeName] : [],
  );
  const values = Array.isArray(choices) ? choices : Object.hasOwn(schema, "const") ? [schema.const as Json] : undefined;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const fields = isJsonObject(properties)
    ? new Map(
        Object.entries(properties).map(([name, property]) => {
          const shape = inner(property);
          return [name, isRequired(name) ? shape : { ...shape, optional: true }] as const;
        }),
      )
    : undefined;
  const element = items !== undefined ? inner(items) : Array.isArray(prefixItems) ? inner(prefixItems[0]) : undefined;
  const implied: readonly TypeName[] = fields ? ["object"] : element ? ["list"] : (values ?? []).map(typeOf);
  return {
    types: [...new Set(named.length > 0 ? named : implied)],
    ...(fields && { fields }),
    ...(element && { element }),
    ...(values && { choices: values }),
    ...(about !== undefined && { about }),
  };
}

/** The shape of a value that was seen; of a long list only its beginning. */
export function shapeOfValue(value: Json, depth = 0): Shape {
  const type = typeOf(value);
  if (depth > deepest) return { types: [type] };
  if (Array.isArray(value)) {
    const elements = value.slice(0, 20).map((member: Json) => shapeOfValue(member, depth + 1));
    return elements.length === 0 ? { types: ["list"] } : listShape(elements.reduce(mergeShapes));
  }
  if (!isJsonObject(value)) return { types: [type] };
  const fields = Object.entries(value)
    .slice(0, 200)
    .map(([name, member]) => [name, shapeOfValue(member, depth + 1)] as const);
  return fields.length === 0 ? { types: [type] } : { types: [type], fields: new Map(fields) };
}

/** What is known of a value that has one shape or the other: a field of only one of them may be absent. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  if (a === b || isUnknown(b)) return a;
  if (isUnknown(a)) return b;
  const names = [...new Set([...(a.fields?.keys() ?? []), ...(b.fields?.keys() ?? [])])];
  const fields = names.map((name) => {
    const [left, right] = [a.fields?.get(name), b.fields?.get(name)];
    const merged = left && right ? mergeShapes(left, right) : { ...(left ?? right ?? unknownShape), optional: true };
    const optional = left?.optional === true || right?.optional === true;
    return [name, optional ? { ...merged, optional } : merged] as const;
  });
  const element = a.element && b.element ? mergeShapes(a.element, b.element) : (a.element ?? b.element);
  const about = a.about ?? b.about;
  return {
    types: [...new Set([...a.types, ...b.types])],
    ...(fields.length > 0 && { fields: new Map(fields) }),
    ...(element && { element }),
    ...(a.choices && b.choices && { choices: [...new Set([...a.choices, ...b.choices])] }),
    ...(about !== undefined && { about }),
  };
}

/** A shape with what was seen of it where it says nothing; what it says stays. */
export function filledIn(shape: Shape, seen: Shape | undefined): Shape {
  if (seen === undefined) return shape;
  if (isUnknown(shape)) return { ...seen, ...shape, types: seen.types };
  const fields = shape.fields
    ? new Map([...shape.fields].map(([name, field]) => [name, filledIn(field, seen.fields?.get(name))] as const))
    : shape.types.includes("object")
      ? seen.fields
      : undefined;
  const element = shape.element
    ? filledIn(shape.element, seen.element)
    : shape.types.includes("list")
      ? seen.element
      : undefined;
  return { ...shape, ...(fields && { fields }), ...(element && { element }) };
}

/** What is known of a value that has both shapes. */
function both(a: Shape, b: Shape): Shape {
  if (isUnknown(a)) return a.about === undefined ? b : { ...b, about: a.about };
  if (isUnknown(b)) return a;
  const types = a.types.filter((type) => b.types.includes(type));
  const fields = new Map([...(a.fields ?? []), ...(b.fields ?? [])]);
  const element = a.element ?? b.element;
  const about = a.about ?? b.about;
  const choices = a.choices ?? b.choices;
  return {
    types: types.length > 0 ? types : a.types.length > 0 ? a.types : b.types,
    ...(fields.size > 0 && { fields }),
    ...(element && { element }),
    ...(choices && { choices }),
    ...(about !== undefined && { about }),
  };
}

/** What stands at a key. JSONata looks through lists: a name below a list is that of its elements, gathered. */
export function memberOf(shape: Shape, key: string | number): Shape | undefined {
  if (typeof key === "number") return shape.element ?? (shape.types.includes("list") ? unknownShape : shape);
  const own = shape.fields?.get(key);
  if (own !== undefined) return own;
  const below = shape.element === undefined ? undefined : memberOf(shape.element, key);
  return below === undefined ? undefined : listShape(below, below.about);
}

/** The fields that a name below a value can mean, those of a list's elements too. */
export function fieldsOf(shape: Shape): ReadonlyMap<string, Shape> {
  if (shape.fields !== undefined) return shape.fields;
  return shape.element === undefined ? new Map() : fieldsOf(shape.element);
}

/** In a word or two: `text`, `list of { name, price }`. */
export function shapeText(shape: Shape): string {
  if (shape.choices !== undefined && shape.choices.length > 0 && shape.choices.length <= 4)
    return shape.choices.map((choice) => JSON.stringify(choice)).join(" or ");
  if (shape.types.length === 0) return "";
  return shape.types
    .map((type) => {
      if (type === "list")
        return shape.element && shapeText(shape.element) ? `list of ${shapeText(shape.element)}` : "list";
      if (type !== "object" || shape.fields === undefined || shape.fields.size === 0) return type;
      const names = [...shape.fields.keys()];
      return `{ ${names.slice(0, 4).join(", ")}${names.length > 4 ? ", …" : ""} }`;
    })
    .join(" or ");
}

export function isUnknown(shape: Shape): boolean {
  return shape.types.length === 0 && shape.fields === undefined && shape.element === undefined;
}

function typeOf(value: Json): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "object";
  }
}

function schemasIn(value: Json | undefined): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
