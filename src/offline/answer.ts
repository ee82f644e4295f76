import type { Build } from "./build.ts";
import { findKept } from "./pageCaches.ts";

/** A server that does not answer within this counts as away, ms. */
const patienceMs = 4_000;

type Manner =
  /** Its content never changes: what is kept is as good. */
  | "kept"
  /** The server's, as long as there is one. */
  | "fresh";

/**
 * How a request of a tab is answered; `null`: not by us. Only files of the page are: the runner's API, other pages of the
 * origin and everything of users go their own way, and nothing of them is ever kept.
 */
export function mannerOf(
  request: { readonly method: string; readonly url: string; readonly mode: string },
  build: Build,
  scope: string,
): Manner | null {
  if (request.method !== "GET" || !request.url.startsWith(scope)) return null;
  const path = fileOf(request.url, scope);
  if (request.mode === "navigate") return path === "index.html" ? "fresh" : null;
  if (path.startsWith("assets/")) return "kept";
  return build.files.includes(path) ? "fresh" : null;
}

export async function answer(
  request: Request,
  manner: Manner,
  scope: string,
  load: typeof fetch = fetch,
): Promise<Response> {
  const url = new URL(fileOf(request.url, scope), scope).href;
  if (manner === "kept") return (await findKept(url, scope)) ?? load(request);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patienceMs);
  try {
    const response = await load(request, { signal: abort.signal });
    if (response.status < 500) return response;
    return (await findKept(url, scope)) ?? response;
  } catch (error) {
    const kept = await findKept(url, scope);
    if (kept) return kept;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function fileOf(url: string, scope: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(scope.length) || "index.html";
}
