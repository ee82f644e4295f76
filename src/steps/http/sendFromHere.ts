import { failureNames } from "../../engine/failure.ts";
import type { Result } from "../../engine/result.ts";
import { kinds } from "../../workflow/kinds.ts";
import { hostOf, isOwnAddress } from "../../workflow/permissions.ts";
import { settle } from "../computed.ts";
import type { Running, Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";
import { decodeBody, readBytes } from "./bodyBytes.ts";
import { explainNetworkError } from "./explainNetworkError.ts";
import { type HttpRequest, httpRequest } from "./httpRequest.ts";
import { type HttpAnswer, httpResults, withoutQuery } from "./httpResults.ts";
import { mayReach } from "./mayReach.ts";

/** How long a cancel waits for a request that may have been carried out (T24), ms. */
const stopPatienceMs = 2_500;

/**
 * Sends a request from this process. It has no intent in the journal (R65): after a reload a safe one runs again, and
 * a person decides about any other (T19).
 */
export function sendFromHere(work: Work<"http">): Running {
  const ending = new AbortController();
  let sent = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  void settle(work, () => carryOut(work, ending.signal, () => (sent = true))).then(() => clearTimeout(patience));
  return {
    abort: () => ending.abort(),
    stop: () => {
      if (!sent) {
        void work.execution.finish({ results: [{ kind: "cancelled" }] });
        ending.abort();
        return;
      }
      patience = setTimeout(() => {
        work.execution.lost({
          cause: "It was cancelled while the request was under way; nobody knows what became of it.",
        });
        ending.abort();
      }, stopPatienceMs);
    },
  };
}

async function carryOut(work: Work<"http">, signal: AbortSignal, sending: () => void): Promise<readonly Result[]> {
  const request = await httpRequest(work, { sender: "here", page: work.around.web.page });
  const denied = deny(work, request.url) ?? (await denyWithdrawn(work));
  if (denied) return [denied];
  const headers = readHeaders(request);
  signal.throwIfAborted();
  sending();
  let response: Response;
  try {
    response = await work.around.web.fetch(request.url, {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: request.body }),
      // Data goes nowhere but where the step says; what only reads may be sent on.
      redirect: mayFollow(work) ? "follow" : "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal,
    });
  } catch (error) {
    throw new StepFailure(await explainNetworkError(work.around.web, request, error, signal));
  }
  if (isRedirect(work, response)) {
    void response.body?.cancel().catch(() => {});
    const to = response.headers.get("location");
    const message = `The server sends ${request.method} ${withoutQuery(request.url)} on to ${to === null ? "another address" : withoutQuery(to)}, and a request that changes something is not repeated elsewhere. Put the final address into \`url\`, or use \`via: "runner"\`.`;
    throw new StepFailure({ name: "RedirectError", message, data: { status: response.status } });
  }
  if (response.redirected) {
    const elsewhere = deny(work, response.url);
    if (elsewhere) return [elsewhere];
  }
  return httpResults(work, request, await readAnswer(work, request, response));
}

/** The address must lie where the workflow's permissions say, also after templates and redirects (T16). */
function deny({ step, around }: Work<"http">, url: string): Result | undefined {
  if (mayReach(step.config.url, url, around.web.page)) return undefined;
  const where = isOwnAddress(step.config.url) ? "this page's own server" : "the host in the step's `url`";
  const message = `The request would go to ${new URL(url).host}, but the workflow may reach only ${where}. Name the other host in \`url\`.`;
  return { kind: "fail", denied: true, failure: { name: failureNames.denied, message } };
}

async function denyWithdrawn({ step, around }: Work<"http">): Promise<Result | undefined> {
  if (isOwnAddress(step.config.url)) return undefined;
  const message = await around.withdrawnSince({ kind: "host", host: hostOf(step.config.url) });
  return message === null ? undefined : { kind: "fail", denied: true, failure: { name: failureNames.denied, message } };
}

function mayFollow({ step }: Work<"http">): boolean {
  return kinds.http.onInterrupt(step.config) === "rerun";
}

function isRedirect({ step }: Work<"http">, { type, status }: Response): boolean {
  if (type === "opaqueredirect") return true;
  return status >= 300 && status < 400 && status !== 304 && !step.config.expect?.includes(status);
}

function readHeaders({ headers }: HttpRequest): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      read.set(name, value);
    } catch {
      const message = `The header ${name} cannot be sent: ${/[\r\n\0]/.test(value) ? "its value has more than one line" : "its name or its value has characters that headers cannot have"}.`;
      throw new StepFailure({ name: "ConfigError", message });
    }
  }
  return read;
}

async function readAnswer(work: Work<"http">, { url }: HttpRequest, response: Response): Promise<HttpAnswer> {
  const limit = work.step.maxOutputBytes ?? 1_048_576;
  try {
    const { bytes, cut } = await readBytes(response.body, limit);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: decodeBody(bytes, response.headers.get("content-type") ?? undefined, cut),
    };
  } catch {
    const message = `The connection to ${new URL(url).host} broke off before the answer was complete.`;
    throw new StepFailure({ name: "NetworkError", message, data: { status: response.status } });
  }
}
