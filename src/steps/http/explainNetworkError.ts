import type { Failure } from "../../engine/failure.ts";
import type { HttpRequest } from "./httpRequest.ts";
import type { Web } from "./web.ts";

/**
 * Why there is no answer, and what to do. A browser tells a page only that it failed, so a second request that asks
 * for nothing but an answer finds out whether the server is there and merely does not allow this page to read.
 */
export async function explainNetworkError(
  web: Web,
  { method, url }: HttpRequest,
  error: unknown,
  signal: AbortSignal,
): Promise<Failure> {
  const { host, protocol, hostname, origin } = new URL(url);
  const code = codeOf(error);
  const known = code === undefined ? undefined : codes[code]?.(host);
  if (known !== undefined) return { name: "NetworkError", message: known, data: { code: code ?? "" } };
  if (web.page === undefined) return { name: "NetworkError", message: `No answer from ${host}: ${reasonOf(error)}.` };

  if (protocol === "http:" && web.page.startsWith("https:") && !isLoopback(hostname)) {
    const message = `This page came over https, so the browser does not let it send to http://${host}. Use the https address of the server, or \`via: "runner"\`.`;
    return { name: "NetworkError", message };
  }
  const isForeign = new URL(web.page).origin !== origin;
  const isThere = isForeign && (await answersAtAll(web, url, signal));
  if (web.blocked?.(url)) {
    const message = `The Content-Security-Policy of the server that this page came from does not let it send to ${host}. Add the host to \`connect-src\` there, or use \`via: "runner"\`.`;
    return { name: "NetworkError", message };
  }
  if (isThere) {
    const page = new URL(web.page).origin;
    const message = `${host} answers, but does not allow this page to read it (CORS). Let the server send \`Access-Control-Allow-Origin: ${page}\`${method === "GET" ? "" : ` and allow ${method}`} and the headers of the step, or use \`via: "runner"\`, which no such rule binds.`;
    return { name: "CorsError", message };
  }
  const message = `No answer from ${host}. It cannot be reached from here, broke the connection off, redirects in a circle, or is blocked by the browser. Check the address and the network.`;
  return { name: "NetworkError", message };
}

/** Asks for no data and sends none of the step's. */
async function answersAtAll(web: Web, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await web.fetch(url, { method: "HEAD", mode: "no-cors", credentials: "omit", cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}

/** What Node says; in a browser there is none of it. */
const codes: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) => `Nobody listens at ${host}. Start the server, or check the port.`,
  ENOTFOUND: (host) => `There is no host ${host}. Check the address and the network.`,
  EAI_AGAIN: (host) => `The name ${host} cannot be looked up now. Check the network.`,
  ECONNRESET: (host) => `${host} broke the connection off.`,
  UND_ERR_SOCKET: (host) => `${host} broke the connection off.`,
  ETIMEDOUT: (host) => `${host} does not answer. Check the address and the network.`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} does not answer. Check the address and the network.`,
  CERT_HAS_EXPIRED: (host) => `The certificate of ${host} has expired, so the connection is not safe.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (host) => `The certificate of ${host} is signed by nobody that this machine trusts.`,
};

function codeOf(error: unknown): string | undefined {
  const { cause } = (typeof error === "object" && error !== null ? error : {}) as { readonly cause?: unknown };
  const { code } = (typeof cause === "object" && cause !== null ? cause : {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function isLoopback(hostname: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname) || hostname.endsWith(".localhost");
}
