import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { buildOffline } from "../../scripts/buildOffline.mjs";

/** A server of files and nothing else, which can be given another build of the page. */
export interface StaticHost {
  readonly url: string;
  serve(folder: string): void;
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

export async function startStaticHost(folder: string): Promise<StaticHost> {
  let served = folder;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const file = pathname === "/" ? "index.html" : pathname.slice(1);
    readFile(join(served, file)).then(
      (content) =>
        response
          .writeHead(200, { "content-type": types[extname(file)] ?? "text/plain", "cache-control": "no-store" })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(next) {
      served = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The built page once more under other hashes, as the next version would have them. */
export async function makeOtherBuild(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "tickwork-build-"));
  await cp("dist/page", folder, { recursive: true });
  const assets = join(folder, "assets");
  const hashed = /-([\w-]{8})\.(js|css)$/;
  const old = (await readdir(assets)).filter((name) => hashed.test(name));
  const other = new Map(old.map((name) => [name, name.replace(hashed, "-zz$1.$2")]));
  const texts = [join(folder, "index.html"), ...old.map((name) => join(assets, name))];
  for (const path of texts) {
    const text = await readFile(path, "utf8");
    await writeFile(
      path,
      text.replaceAll(/[\w.-]+\.(?:js|css)\b/g, (name) => other.get(name) ?? name),
    );
  }
  for (const [from, to] of other) await rename(join(assets, from), join(assets, to));
  await buildOffline(folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
