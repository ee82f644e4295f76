import { type Failure, failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import { handOn } from "../../runtime/handOn.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import type { Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";
import type { HttpRequest } from "./httpRequest.ts";
import { retryAfterMs } from "./retryAfter.ts";

/** What a server answered, wherever the request went out. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; several of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly encoding: "utf8" | "base64";
    readonly content: string;
    /** More came than is kept; the rest was not read. */
    readonly cut: boolean;
  };
}

/**
 * What an answer means for its step. A status that is not expected fails with the status in its data, which is what
 * `on.status` and `retryAfterMs` of a retry look at; a body that was cut is never handed on as if it were whole.
 * JSON is read exactly: a number that would be rounded is refused with its place. An `output` schema binds the body,
 * which then must be JSON. Throws a `StepFailure`.
 */
export function httpResults(work: Work<"http">, request: HttpRequest, answer: HttpAnswer): readonly Result[] {
  const { status, headers } = answer;
  if (!isExpected(work, status)) throw new StepFailure(unexpected(request, answer, work.around.now()));
  if (answer.body.cut) throw new StepFailure(tooLarge(work, answer));
  const body = bodyOf(work, answer);
  const data = { status, headers, body } satisfies JsonObject;
  return [
    ...(work.step.output === undefined ? [] : [{ kind: "output", value: body } as const]),
    handOn(work.step, data),
  ];
}

function isExpected({ step }: Work<"http">, status: number): boolean {
  return step.config.expect?.includes(status) ?? (status >= 200 && status < 300);
}

function bodyOf(work: Work<"http">, { status, headers, body }: HttpAnswer): Json {
  const mediaType = mediaTypeOf(headers);
  if (body.encoding === "base64") {
    const bytes = (body.content.length * 3) / 4 - (/=*$/.exec(body.content)?.[0].length ?? 0);
    return { base64: body.content, mediaType, bytes };
  }
  if (body.content === "") return null;
  if (!isJson(mediaType) && work.step.output === undefined) return body.content;
  const { value, findings } = readJsonText(body.content);
  const [finding] = findings;
  if (value !== undefined && finding === undefined) return value;
  const where = finding === undefined ? "" : ` (line ${finding.line}, column ${finding.column})`;
  const at = finding?.pointer ? ` ${finding.pointer}:` : "";
  const claim =
    finding?.kind === "rounded"
      ? "The answer holds a number that JavaScript would round, so it is not handed on."
      : `The answer must be JSON${isJson(mediaType) ? " by its content-type" : " because the step has an output schema"}, and is not.`;
  throw new StepFailure({
    name: failureNames.output,
    message: `${claim}${at} ${finding?.message ?? ""}${where}`,
    data: { status, headers, body: excerpt(body, 2_000) },
  });
}

function unexpected({ method, url }: HttpRequest, { status, headers, body }: HttpAnswer, now: number): Failure {
  const said = body.encoding === "utf8" && mediaTypeOf(headers) !== "text/html" ? excerpt(body, 200).trim() : "";
  const wait = retryAfterMs(headers["retry-after"], now);
  const parts = [
    `The server answered ${status} to ${method} ${withoutQuery(url)}.`,
    ...(said === "" ? [] : [`It says: ${said}${/[.!?…]$/.test(said) ? "" : "."}`]),
    ...(wait === undefined ? [] : [`It asks to wait ${Math.ceil(wait / 1000)} s.`]),
    advice(status),
  ];
  return {
    name: "HttpError",
    message: parts.filter((part) => part !== "").join(" "),
    data: { status, headers, body: excerpt(body, 2_000), ...(wait !== undefined && { retryAfterMs: wait }) },
  };
}

/** What a person can do about a status. */
function advice(status: number): string {
  if (status === 401 || status === 403) return "Check the key or token in `headers`.";
  if (status === 404 || status === 410) return "Check the address.";
  if (status === 405) return "Check the method.";
  if (status === 400 || status === 415 || status === 422) return "Check the body and its content-type.";
  if (status === 408 || status === 429 || status >= 500) return "This may pass: a retry of the step tries again.";
  return "If that is fine, name it in `expect`.";
}

function tooLarge({ step }: Work<"http">, { status, headers, body }: HttpAnswer): Failure {
  const limit = step.maxOutputBytes ?? 1_048_576;
  return {
    name: "TooLargeError",
    message: `The answer is longer than ${limit} bytes; the rest was not read. Ask for less, or raise \`maxOutputBytes\` of the step.`,
    data: { status, headers, body: excerpt(body, 2_000) },
  };
}

function excerpt({ encoding, content }: HttpAnswer["body"], length: number): string {
  if (encoding === "base64") return "";
  // Whole characters: half of a surrogate pair is no text.
  const cut = content.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  return cut.length < content.length ? `${cut}…` : cut;
}

/** Lower case, without parameters; empty when the server did not say. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

export function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || mediaType === "text/json" || mediaType.endsWith("+json");
}

/** A query may hold what nobody should read in a log. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
