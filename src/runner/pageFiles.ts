import { createReadStream } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { isMissing } from "./atomicFile.ts";
import { enginePolicy, securityHeaders } from "./securityHeaders.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** The build puts a hash into the names under `assets/`, so their content never changes. */
const hashedName = /^assets\/.*-[\w-]{8,}\.\w+$/;

/** The built script of `workers/engine`. */
const engineScript = /^assets\/engine-[\w-]+\.js$/;

/** Serves the built page. Everything that is no file of it is 404; routes of the page live in the fragment. */
export async function servePage(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = await findFile(folder, request.url ?? "/");
  if (file === undefined) {
    const built = await readFile(join(folder, "index.html")).catch(() => undefined);
    respondText(
      response,
      404,
      built === undefined ? "The page is not built. Run: npm run build" : "There is no such file here.",
    );
    return;
  }
  const unchanged = request.headers["if-none-match"] === file.tag;
  response.writeHead(unchanged ? 304 : 200, {
    ...securityHeaders,
    ...(engineScript.test(file.name) && { "content-security-policy": enginePolicy }),
    etag: file.tag,
    "cache-control": hashedName.test(file.name) ? "public, max-age=31536000, immutable" : "no-cache",
    ...(!unchanged && {
      "content-type": mediaTypes[extname(file.name).toLowerCase()] ?? "application/octet-stream",
      "content-length": file.size,
    }),
  });
  if (unchanged || request.method === "HEAD") response.end();
  else pipeline(createReadStream(file.path), response, () => {});
}

export function respondText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...securityHeaders,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(`${text}\n`);
}

interface PageFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly tag: string;
}

async function findFile(folder: string, url: string): Promise<PageFile | undefined> {
  const name = nameOf(url);
  if (name === undefined) return undefined;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, name));
    // A link in the folder must not lead out of it.
    if (!path.startsWith(root + sep)) return undefined;
    const found = await stat(path);
    if (!found.isFile()) return undefined;
    const { size, mtimeMs } = found;
    return { path, name, size, tag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"` };
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** The file that an URL names, `undefined` for one that no link of the page can make. */
function nameOf(url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(url.replace(/[?#].*$/s, ""));
  } catch {
    return undefined;
  }
  if (path === "/") return "index.html";
  const parts = path.slice(1).split("/");
  if (!path.startsWith("/") || parts.some((part) => part === "" || part.startsWith(".") || /[\\:\0]/.test(part))) {
    return undefined;
  }
  return parts.join("/");
}
