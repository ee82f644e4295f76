import type { CallFrame, ChatCall, FileCall, HttpCall } from "../../protocol/runnerCalls.ts";
import { defaultModel } from "../../protocol/runnerCalls.ts";
import { marksShape } from "../../protocol/secretMarks.ts";
import { isJsonObject, type Json, type JsonObject } from "../../workflow/json.ts";
import { isPositive, isText, mostOutputBytes, parseAttemptKey } from "../parseAttempt.ts";
import type { Call } from "./call.ts";

export type ParsedCall =
  | { readonly ok: true; readonly call: Call }
  /** Each names the field and what it must be. */
  | { readonly ok: false; readonly problems: readonly string[] };

interface Field {
  readonly is: (value: Json) => boolean;
  readonly what: string;
  readonly must?: true;
}

type Fields<T> = Readonly<Record<keyof T, Field>>;

/** Headers that belong to the connection, and so to the runner. */
const connectionHeaders =
  /^(host|connection|content-length|transfer-encoding|upgrade|keep-alive|te|trailer|expect|proxy-.*)$/i;

const frame: Fields<CallFrame> = {
  key: {
    is: (value) => typeof value === "string" && parseAttemptKey(value) !== undefined,
    what: "an attempt key",
    must: true,
  },
  digest: { is: isText, what: "the digest of an uploaded workflow", must: true },
  workflowId: { is: isText, what: "a text" },
  epoch: { is: (value) => Number.isSafeInteger(value) && (value as number) >= 0, what: "a whole number", must: true },
  timeoutMs: { is: isPositive, what: "a number of ms above 0", must: true },
  maxOutputBytes: {
    is: (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostOutputBytes,
    what: `a number of bytes up to ${mostOutputBytes}`,
    must: true,
  },
  marks: { is: (value) => typeof value === "string" && marksShape.test(value), what: "32 hexadecimal digits" },
};

const http: Fields<HttpCall> = {
  ...frame,
  method: {
    is: (value) => typeof value === "string" && /^[A-Za-z]{1,20}$/.test(value) && !/^(CONNECT|TRACE)$/i.test(value),
    what: "a method like GET",
    must: true,
  },
  url: {
    is: (value) => typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    what: "a whole address that begins with http:// or https://",
    must: true,
  },
  headers: {
    is: (value) =>
      isJsonObject(value) &&
      Object.entries(value).every(([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && isText(text)) &&
      !Object.keys(value).some((name) => connectionHeaders.test(name)),
    what: "an object of texts by header names, without those of the connection (host, content-length and the like)",
  },
  body: { is: isText, what: "a text" },
};

const file: Fields<FileCall> = {
  ...frame,
  operation: {
    is: (value) => value === "read" || value === "write" || value === "list",
    what: "read, write or list",
    must: true,
  },
  workspace: { is: isText, what: "a name" },
  path: { is: isText, what: "a path in the workspace", must: true },
  encoding: { is: (value) => value === "utf8" || value === "base64", what: "utf8 or base64" },
  content: { is: isText, what: "a text" },
};

const chat: Fields<ChatCall> = {
  ...frame,
  messages: {
    is: (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every(
        (message) => isJsonObject(message) && isText(message.role ?? null) && isText(message.content ?? null),
      ),
    what: "a list of {role, content}",
    must: true,
  },
  temperature: { is: (value) => typeof value === "number" && value >= 0 && value <= 2, what: "a number from 0 to 2" },
  maxTokens: { is: (value) => Number.isSafeInteger(value) && (value as number) > 0, what: "a whole number above 0" },
  schema: { is: (value) => isJsonObject(value) || typeof value === "boolean", what: "a JSON schema" },
};

export function parseHttp(body: Json): ParsedCall {
  return parse<HttpCall>(body, http, (request) => ({ kind: "http", request }));
}

export function parseFile(body: Json): ParsedCall {
  const parsed = parse<FileCall>(body, file, (request) => ({ kind: "file", request }));
  if (!parsed.ok || parsed.call.kind !== "file") return parsed;
  const { operation, content } = parsed.call.request;
  if ((operation === "write") === (content !== undefined)) return parsed;
  return { ok: false, problems: ["content belongs to a write, and to nothing else."] };
}

/** `name`: the one in the path of the call. */
export function parseChat(name: string, body: Json): ParsedCall {
  return parse<ChatCall>(body, chat, (request) => ({
    kind: "chat",
    request,
    ...(name !== defaultModel && { model: name }),
  }));
}

function parse<T extends CallFrame>(body: Json, fields: Fields<T>, make: (request: T) => Call): ParsedCall {
  if (!isJsonObject(body)) return { ok: false, problems: ["The body must be an object."] };
  const problems = problemsOf(body, fields);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, call: make(body as unknown as T) };
}

function problemsOf(body: JsonObject, fields: Readonly<Record<string, Field>>): readonly string[] {
  const wrong = Object.entries(fields).flatMap(([name, { is, what, must }]) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    return (value === undefined ? must : !is(value)) ? [`${name} must be ${what}.`] : [];
  });
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(fields, name));
  return [...wrong, ...unknown.map((name) => `${name} is not known here.`)];
}
