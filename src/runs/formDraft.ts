import { formatBytes } from "../ui/format.ts";
import type { Json, JsonObject, JsonSchema } from "../workflow/json.ts";
import { isRounded, readJsonText } from "../workflow/jsonText.ts";
import { fieldKind, isMembers } from "./fieldKind.ts";

/*
 * A form from a JSON schema: how the texts a person typed become a value.
 * What the form cannot show as fields it shows as JSON text, so that every schema can be answered.
 * The engine checks the value against the whole schema again; here are the checks that help while typing.
 */

/**
 * What a person has typed so far, as JSON so that it can be kept: a text for texts, files, numbers and JSON, the index of a
 * choice, a list or an object of drafts. Absent: nothing typed.
 */
export type FormDraft = Json | undefined;

export interface FormProblem {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly message: string;
}

export type FormReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problems: readonly FormProblem[] };

/** The draft that shows `value`; without a value the defaults of the schema. */
export function draftOf(schema: JsonSchema, value: Json | undefined): FormDraft {
  const shown = value === undefined && typeof schema === "object" && "default" in schema ? schema.default : value;
  const kind = fieldKind(schema);
  switch (kind.kind) {
    case "text":
    case "file":
      return typeof shown === "string" ? shown : undefined;
    case "number":
      return typeof shown === "number" ? String(shown) : undefined;
    case "boolean":
      return typeof shown === "boolean" ? shown : undefined;
    case "choice": {
      const index = kind.values.findIndex((candidate) => JSON.stringify(candidate) === JSON.stringify(shown));
      return index >= 0 ? index : undefined;
    }
    case "list":
      return Array.isArray(shown) ? shown.map((element: Json) => draftOf(kind.element, element) ?? null) : undefined;
    case "object": {
      const source = isMembers(shown) ? shown : {};
      return Object.fromEntries(
        kind.fields.flatMap(({ name, schema }) => {
          const draft = draftOf(schema, Object.hasOwn(source, name) ? source[name] : undefined);
          return draft === undefined ? [] : [[name, draft]];
        }),
      );
    }
    case "json":
      return shown === undefined ? undefined : JSON.stringify(shown, null, 2);
  }
}

/** Turns what was typed into a value, or says everything that keeps it from being one. */
export function readDraft(schema: JsonSchema, draft: FormDraft): FormReading {
  const problems: FormProblem[] = [];
  const value = read(schema, draft, "", true, problems);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: value === undefined ? null : value };
}

function read(
  schema: JsonSchema,
  draft: FormDraft,
  pointer: string,
  required: boolean,
  problems: FormProblem[],
): Json | undefined {
  const wrong = (message: string): undefined => {
    problems.push({ pointer, message });
  };
  const kind = fieldKind(schema);
  const rules: JsonObject = typeof schema === "object" ? schema : {};
  switch (kind.kind) {
    case "text": {
      const text = typeof draft === "string" ? draft : "";
      // An untouched field that must be there is missing; an empty text in a field that may be left out is left out.
      if (text === "" && (!required || draft === undefined || least(rules.minLength) > 0))
        return required ? wrong("Fill this in.") : undefined;
      const length = [...text].length;
      if (length < least(rules.minLength)) return wrong(`At least ${rules.minLength} characters.`);
      if (typeof rules.maxLength === "number" && length > rules.maxLength)
        return wrong(`At most ${rules.maxLength} characters; these are ${length}.`);
      const mistake = text === "" ? null : wrongTime(kind.format, text);
      return mistake === null ? text : wrong(mistake);
    }
    case "number": {
      const text = typeof draft === "string" ? draft.trim() : "";
      if (text === "") return required ? wrong("Fill in a number.") : undefined;
      const number = readNumber(text);
      if (typeof number === "string") return wrong(number);
      if (kind.integer && !Number.isInteger(number)) return wrong("A whole number, without a fraction.");
      const bound = outOfBounds(number, rules);
      return bound === null ? number : wrong(bound);
    }
    case "boolean":
      if (typeof draft === "string") return wrong(`“${draft}” is neither true nor false.`);
      return typeof draft === "boolean" ? draft : required ? false : undefined;
    case "choice": {
      if (typeof draft === "string") return wrong(`“${draft}” is none of ${choicesText(kind.values)}.`);
      if (typeof draft === "number" && draft in kind.values) return kind.values[draft];
      return required ? wrong("Choose one.") : undefined;
    }
    case "list": {
      if (draft === undefined && !required) return undefined;
      const drafts: readonly Json[] = Array.isArray(draft) ? draft : [];
      if (drafts.length < least(rules.minItems)) wrong(`At least ${rules.minItems} entries.`);
      if (typeof rules.maxItems === "number" && drafts.length > rules.maxItems)
        wrong(`At most ${rules.maxItems} entries; these are ${drafts.length}.`);
      return drafts.map(
        (element, index) =>
          read(kind.element, element === null ? undefined : element, `${pointer}/${index}`, true, problems) ?? null,
      );
    }
    case "object": {
      const drafts: JsonObject = isMembers(draft) ? draft : {};
      const before = problems.length;
      const entries = kind.fields.flatMap((field) => {
        const own = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
        const value = read(field.schema, own, `${pointer}/${escapePointer(field.name)}`, field.required, problems);
        return value === undefined ? [] : [[field.name, value] as const];
      });
      // A group that may be left out and holds nothing is left out, whatever its own fields require.
      if (!required && entries.length === 0) {
        problems.length = before;
        return undefined;
      }
      return Object.fromEntries(entries);
    }
    case "file": {
      // A file without any byte is a file; no file is none.
      if (typeof draft !== "string") return required ? wrong("Choose a file.") : undefined;
      return kind.mostBytes === undefined || byteCount(draft) <= kind.mostBytes
        ? draft
        : wrong(`The file is too large: at most ${formatBytes(kind.mostBytes)}.`);
    }
    case "json": {
      const text = typeof draft === "string" ? draft.trim() : "";
      if (text === "") return required ? wrong("Write a JSON value.") : undefined;
      const parsed = readTypedJson(text);
      return parsed.ok ? parsed.value : wrong(parsed.message);
    }
  }
}

/** Why a text is no date or time of its format; `null` when it is, or when the format is no time. */
function wrongTime(format: string | undefined, text: string): string | null {
  if (format === "date") return isDate(text) ? null : `“${text}” is no date like 2025-12-31.`;
  if (format !== "date-time") return null;
  const [, date, rest] = /^(.{10})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))$/.exec(text) ?? [];
  const fits = date !== undefined && rest !== undefined && isDate(date) && !Number.isNaN(Date.parse(text));
  return fits ? null : `“${text}” is no time like 2025-12-31T14:00:00Z.`;
}

/** A day that the calendar has. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** How many bytes a base64 text stands for. */
export function byteCount(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

function choicesText(values: readonly Json[]): string {
  return values
    .slice(0, 12)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(", ");
}

/** JSON as a person types it, refusing what JavaScript would change silently (`formats.md` §1). */
function readTypedJson(
  text: string,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string } {
  const { value, findings } = readJsonText(text);
  const [finding] = findings;
  if (finding === undefined && value !== undefined) return { ok: true, value };
  const place = text.includes("\n") ? `Line ${finding?.line ?? 1}: ` : "";
  return { ok: false, message: `${place}${finding?.message ?? "This is not JSON."}` };
}

/** The number, or why it is none. */
function readNumber(text: string): number | string {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return `“${text}” is not a number.`;
  const number = Number(text);
  if (!Number.isFinite(number)) return `${text} is too large for a number.`;
  // People also write `+1`, `.5` and `5.`, which JSON does not.
  const written = text
    .replace("+", "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=$|e)/i, "");
  if (isRounded(written)) return `${text} cannot be kept exactly; it has too many digits.`;
  return number;
}

function outOfBounds(number: number, rules: JsonObject): string | null {
  if (typeof rules.minimum === "number" && number < rules.minimum) return `At least ${rules.minimum}.`;
  if (typeof rules.maximum === "number" && number > rules.maximum) return `At most ${rules.maximum}.`;
  if (typeof rules.exclusiveMinimum === "number" && number <= rules.exclusiveMinimum)
    return `More than ${rules.exclusiveMinimum}.`;
  if (typeof rules.exclusiveMaximum === "number" && number >= rules.exclusiveMaximum)
    return `Less than ${rules.exclusiveMaximum}.`;
  return null;
}

export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function least(bound: Json | undefined): number {
  return typeof bound === "number" ? bound : 0;
}
