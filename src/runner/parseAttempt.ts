import type { ExecutionId } from "../engine/tick.ts";
import type { AttemptRequest } from "../protocol/runnerApi.ts";
import { marksShape } from "../protocol/secretMarks.ts";
import { isJsonObject, type Json } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";

/** What a key says: the step that an attempt claims to be is the one in its key. */
export interface AttemptName {
  readonly run: string;
  readonly step: StepId;
  readonly execution: ExecutionId;
}

const longestKey = 1_000;

/** The parts of a key, `undefined` when it is none that `attemptKey` makes. */
export function parseAttemptKey(key: string): AttemptName | undefined {
  const parts = key.split("~");
  if (parts.length !== 3 || key.length > longestKey) return undefined;
  try {
    const [run = "", step = "", execution = ""] = parts.map((part) => decodeURIComponent(part));
    const encode = (part: string): string => encodeURIComponent(part).replaceAll("~", "%7E");
    const isOwn = [run, step, execution].every((part, index) => part !== "" && encode(part) === parts[index]);
    return isOwn ? { run, step, execution } : undefined;
  } catch {
    return undefined;
  }
}

/** Most bytes of one stream that a request may have kept. */
export const mostOutputBytes = 64 * 1024 * 1024;

export type ParsedAttempt =
  | { readonly ok: true; readonly request: AttemptRequest }
  /** Each names the field and what it must be. */
  | { readonly ok: false; readonly problems: readonly string[] };

type Check = (value: Json) => boolean;

export const isText: Check = (value) => typeof value === "string";
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText);
export const isPositive: Check = (value) => typeof value === "number" && Number.isFinite(value) && value > 0;

const fields: Readonly<
  Record<keyof AttemptRequest, { readonly is: Check; readonly what: string; readonly must?: true }>
> = {
  digest: { is: isText, what: "the digest of an uploaded workflow", must: true },
  workflowId: { is: isText, what: "a text" },
  epoch: { is: (value) => Number.isSafeInteger(value) && (value as number) >= 0, what: "a whole number", must: true },
  argv: {
    is: (value) => isTextList(value) && (value as readonly Json[]).length > 0,
    what: "a list of texts, the program first",
  },
  shell: { is: isShell, what: "{program, line}, two texts" },
  cwd: { is: isText, what: "a text" },
  env: { is: (value) => isJsonObject(value) && Object.values(value).every(isText), what: "an object of texts" },
  stdin: { is: isText, what: "a text" },
  secrets: { is: isTextList, what: "a list of names" },
  access: {
    is: (value) => value === "none" || value === "read" || value === "write",
    what: "none, read or write",
    must: true,
  },
  workspace: { is: isText, what: "a name" },
  timeoutMs: { is: isPositive, what: "a number of ms above 0", must: true },
  maxOutputBytes: {
    is: (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostOutputBytes,
    what: `a number of bytes up to ${mostOutputBytes}`,
    must: true,
  },
  ownerLostMs: { is: isPositive, what: "a number of ms above 0" },
  marks: { is: (value) => typeof value === "string" && marksShape.test(value), what: "32 hexadecimal digits" },
};

/** Reads the body of `PUT /v1/attempts/:key`; reports all that is wrong with it. */
export function parseAttempt(body: Json): ParsedAttempt {
  if (!isJsonObject(body)) return { ok: false, problems: ["The body must be an object."] };
  const problems: string[] = [];
  for (const [name, { is, what, must }] of Object.entries(fields)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined ? must : !is(value)) problems.push(`${name} must be ${what}.`);
  }
  for (const name of Object.keys(body)) {
    if (!Object.hasOwn(fields, name)) problems.push(`${name} is not known here.`);
  }
  if ((body.argv === undefined) === (body.shell === undefined))
    problems.push("Exactly one of argv and shell is needed.");
  return problems.length > 0 ? { ok: false, problems } : { ok: true, request: body as unknown as AttemptRequest };
}

function isShell(value: Json): boolean {
  return (
    isJsonObject(value) && Object.keys(value).sort().join() === "line,program" && Object.values(value).every(isText)
  );
}
