import { isJsonObject, type JsonObject, type JsonSchema } from "../../workflow/json.ts";

export const fieldTypes = ["text", "number", "integer", "boolean", "choice", "json"] as const;
export type FieldType = (typeof fieldTypes)[number];

/** One field of a form as the inspector edits it. */
export interface InputField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly title: string;
  /** Of a `choice`. */
  readonly choices: readonly string[];
  /** Keywords of the property that the inspector does not edit; kept as they are. */
  readonly rest: JsonObject;
}

export interface InputForm {
  readonly fields: readonly InputField[];
  /** Keywords of the whole schema besides `type`, `properties` and `required`. */
  readonly rest: JsonObject;
}

const jsonTypes: Readonly<Record<Exclude<FieldType, "choice" | "json">, string>> = {
  text: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
};

/** A schema as a list of fields; `null` when it says more than fields can (it is then edited as JSON). */
export function readFields(schema: JsonSchema | undefined): InputForm | null {
  if (schema === undefined) return { fields: [], rest: {} };
  if (typeof schema === "boolean") return null;
  const { type, properties = {}, required = [], ...rest } = schema;
  if (type !== undefined && type !== "object") return null;
  if (!isJsonObject(properties) || !Array.isArray(required)) return null;
  const fields: InputField[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (!isJsonObject(property)) return null;
    fields.push(readField(name, property, required.includes(name)));
  }
  const names = new Set(fields.map(({ name }) => name));
  return required.every((name) => typeof name === "string" && names.has(name)) ? { fields, rest } : null;
}

function readField(name: string, property: JsonObject, required: boolean): InputField {
  const { type, title, enum: choices, ...rest } = property;
  const base = { name, required, title: typeof title === "string" ? title : "" };
  const others = typeof title === "string" || title === undefined ? rest : { ...rest, title };
  if (
    Array.isArray(choices) &&
    choices.every((choice) => typeof choice === "string") &&
    isIn(type, [undefined, "string"])
  )
    return { ...base, type: "choice", choices: choices as readonly string[], rest: others };
  const known = Object.entries(jsonTypes).find(([, json]) => json === type)?.[0] as FieldType | undefined;
  if (known !== undefined && choices === undefined) return { ...base, type: known, choices: [], rest: others };
  const kept = { ...others, ...(type !== undefined && { type }), ...(choices !== undefined && { enum: choices }) };
  return { ...base, type: "json", choices: [], rest: kept };
}

/** The schema of a form; `undefined` for none. Names must differ. */
export function writeFields({ fields, rest }: InputForm): JsonSchema | undefined {
  if (fields.length === 0 && Object.keys(rest).length === 0) return undefined;
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: "object",
    ...rest,
    // `fromEntries` makes an own key even of `__proto__`.
    properties: Object.fromEntries(fields.map((field) => [field.name, writeField(field)])),
    ...(required.length > 0 && { required }),
  };
}

function writeField({ type, title, choices, rest }: InputField): JsonObject {
  return {
    ...(type === "choice" ? { type: "string", enum: [...choices] } : type === "json" ? {} : { type: jsonTypes[type] }),
    ...(title !== "" && { title }),
    ...rest,
  };
}

/** The field with another type; keywords that belong to the old type go. */
export function withType(field: InputField, type: FieldType): InputField {
  const description = field.rest.description;
  return {
    ...field,
    type,
    choices: type === "choice" ? (field.choices.length > 0 ? field.choices : ["one", "two"]) : [],
    rest: description === undefined ? {} : { description },
  };
}

export function freeFieldName(fields: readonly InputField[]): string {
  const taken = new Set(fields.map(({ name }) => name));
  let name = "field";
  for (let count = 2; taken.has(name); count++) name = `field${count}`;
  return name;
}

/** What is wrong with a name, or `null`. */
export function fieldNameProblem(name: string, others: readonly InputField[]): string | null {
  if (name === "") return "A field needs a name.";
  if (others.some((other) => other.name === name)) return `There is a field “${name}” already.`;
  return null;
}

function isIn(value: unknown, values: readonly unknown[]): boolean {
  return values.includes(value);
}
