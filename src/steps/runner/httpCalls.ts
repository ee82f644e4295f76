import type { RunnerRefusal } from "../../protocol/runnerApi.ts";
import type { Asked } from "./runner.ts";

export type Method = "GET" | "PUT" | "POST" | "DELETE";

export interface HttpCalls {
  /** One call with the token. Whatever is no clear answer is `unreachable`: it may have happened. */
  call<T>(method: Method, path: string, body?: unknown): Promise<Asked<T>>;
  /** The same with a file as its body. */
  sendFile<T>(path: string, file: Blob): Promise<Asked<T>>;
}

const timeoutMs = 20_000;
/** A file of many megabytes is read through. */
const fileTimeoutMs = 300_000;

export function createHttpCalls(options: {
  /** Origin of the runner, without a slash at its end. */
  readonly base: string;
  readonly token: () => string | null;
  readonly fetch: typeof fetch;
}): HttpCalls {
  async function send<T>(method: Method, path: string, body: Body | undefined, patience: number): Promise<Asked<T>> {
    const token = options.token();
    if (token === null) return { ok: false, unreachable: "This page is not paired with a runner." };
    let status: number;
    let answer: unknown;
    try {
      const response = await options.fetch(`${options.base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": body.type }) },
        ...(body && { body: body.content }),
        cache: "no-store",
        credentials: "omit",
        signal: AbortSignal.timeout(patience),
      });
      status = response.status;
      answer = JSON.parse(await response.text());
    } catch (error) {
      return { ok: false, unreachable: `The runner does not answer (${messageOf(error)}).` };
    }
    if (status >= 200 && status < 300) return { ok: true, value: answer as T };
    const refusal = refusalIn(answer);
    return refusal === undefined || refusal.code === "internal"
      ? { ok: false, unreachable: `The runner answers with an error (${refusal?.message ?? status}).` }
      : { ok: false, refusal };
  }

  return {
    call: (method, path, body) => {
      const json = body === undefined ? undefined : { type: "application/json", content: JSON.stringify(body) };
      return send(method, path, json, timeoutMs);
    },
    sendFile: (path, file) => send("POST", path, { type: "application/octet-stream", content: file }, fileTimeoutMs),
  };
}

interface Body {
  readonly type: string;
  readonly content: string | Blob;
}

function refusalIn(answer: unknown): RunnerRefusal | undefined {
  const { error } = (typeof answer === "object" && answer !== null ? answer : {}) as { readonly error?: unknown };
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  return typeof code === "string" && typeof message === "string"
    ? { code: code as RunnerRefusal["code"], message }
    : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
