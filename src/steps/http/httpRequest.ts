import type { Text } from "../../protocol/sandbox.ts";
import { isTemplated } from "../../workflow/template.ts";
import { evaluateTexts } from "../evaluate.ts";
import type { Work } from "../executor.ts";
import { markSecrets } from "../markSecrets.ts";
import { StepFailure } from "../stepFailure.ts";

/** A request as it is sent: every template filled, its query in the address. */
export interface HttpRequest {
  /** In capitals. */
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** When texts hold marks of secrets (`secretMarks.ts`). */
  readonly marks?: string;
}

/**
 * Fills the templates of a step. A missing value throws before anybody outside was asked (T10, T40).
 * Values of `query` are percent-encoded; what stands in `url` goes in raw.
 */
export async function httpRequest(
  work: Work<"http">,
  from: /** What an address that begins with `/` or `./` is read against. */
    | { readonly sender: "here"; readonly page: string | undefined }
    /** Secrets are marks, and `user:password@` stays: the runner fills both in. */
    | { readonly sender: "runner" },
): Promise<HttpRequest> {
  const { method = "GET", url, query = {}, headers = {}, body } = work.step.config;
  const texts: Text[] = [];
  const template = (name: string, source: string): (() => string) => {
    if (!isTemplated(source)) return () => source;
    const at = texts.push({ language: "template", name, source }) - 1;
    return () => String(values[at]);
  };
  const fill = (group: string, record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, source]) => [name, template(`${group}.${name}`, source)] as const);
  const filled = {
    url: template("url", url),
    query: fill("query", query),
    headers: fill("headers", headers),
    body: body === undefined ? undefined : template("body", body),
  };
  const marked = from.sender === "runner" ? markSecrets(texts) : undefined;
  const values = await evaluateTexts(work, texts, marked && { secrets: marked.secrets });

  const address = readAddress(filled.url(), from.sender === "here" ? from.page : undefined);
  for (const [name, text] of filled.query) address.searchParams.append(name, text());
  const named = Object.fromEntries(filled.headers.map(([name, text]) => [name, text()]));
  const sent = filled.body?.();
  const typed = sent === undefined ? named : withContentType(named, sent);
  address.hash = "";
  return {
    method: method.toUpperCase(),
    ...(from.sender === "here" ? withoutPassword(address, typed) : { url: address.href, headers: typed }),
    ...(sent !== undefined && { body: sent }),
    ...marked?.request,
  };
}

function readAddress(text: string, base: string | undefined): URL {
  const isRelative = /^\.{0,2}\//.test(text);
  if (isRelative && base === undefined) {
    const message = `\`url\` is ${text}, which is read against the address of the page, and here is no page. Write the whole address.`;
    throw new StepFailure({ name: "ConfigError", message });
  }
  let address: URL | undefined;
  try {
    address = new URL(text, base);
  } catch {
    address = undefined;
  }
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    const message = `\`url\` is no address of a server: ${JSON.stringify(text.slice(0, 200))}. It must begin with https:// or http://.`;
    throw new StepFailure({ name: "ConfigError", message });
  }
  return address;
}

/** `fetch` refuses an address with a password in it; a header says the same. */
function withoutPassword(
  address: URL,
  headers: Readonly<Record<string, string>>,
): Pick<HttpRequest, "url" | "headers"> {
  const { username, password } = address;
  if (username === "" && password === "") return { url: address.href, headers };
  address.username = "";
  address.password = "";
  const bytes = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  return { url: address.href, headers: hasHeader(headers, "authorization") ? headers : { ...headers, authorization } };
}

/** A body that is JSON says so, unless the step says something else. */
function withContentType(headers: Readonly<Record<string, string>>, body: string): Readonly<Record<string, string>> {
  if (hasHeader(headers, "content-type")) return headers;
  return { ...headers, "content-type": isJsonText(body) ? "application/json" : "text/plain; charset=utf-8" };
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((key) => key.toLowerCase() === name);
}

function isJsonText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
