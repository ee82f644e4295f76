// The page of the bench: built for production, served, and opened in a real Chromium.
import { createReadStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright";
import { build } from "vite";
import { browserArguments, findBrowser } from "../scripts/browser.mjs";
import { compileHint } from "../scripts/compileHints.mjs";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

export async function buildPage(root, outDir) {
  await build({
    configFile: false,
    root: join(root, "bench/page"),
    base: "./",
    logLevel: "error",
    publicDir: false,
    worker: { format: "es", rolldownOptions: { output: { postBanner: compileHint } } },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: [
          "index.html",
          "bare/records.html",
          "reload/reload.html",
          "heap/heap.html",
          "heap/openLog.html",
          "statuses/statuses.html",
        ].map((file) => join(root, "bench/page", file)),
      },
    },
  });
}

/** Serves a folder on a free port of 127.0.0.1. `instead`: another file for a path. */
export async function serveFolder(folder, instead = () => undefined) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    const file = instead(path) ?? join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "cache-control": path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** A browser with a profile on the disk: a private one keeps IndexedDB in memory. */
export async function openBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "tickwork-bench-"));
  const executablePath = findBrowser();
  const launch = { ...(executablePath && { executablePath }), args: browserArguments };
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    viewport: { width: 1440, height: 860 },
  });
  let second;
  return {
    context,
    /** A browser without any profile, for what a first visit fetches. */
    async fresh() {
      second ??= await chromium.launch(launch);
      return second;
    },
    async close() {
      await second?.close();
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
