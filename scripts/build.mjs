// Builds the page into dist/page and the Node programs into dist/node. `--if-changed` does nothing when both are current.
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "vite";
import { buildOffline } from "./buildOffline.mjs";
import { buildViewer } from "./buildViewer.mjs";

const sources = [
  "src",
  "workers",
  "public",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/compileHints.mjs",
  "scripts/buildViewer.mjs",
  "scripts/buildOffline.mjs",
];
const stamp = "dist/.sources";

function digest() {
  const hash = createHash("sha256");
  const visit = (path) => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(path).update(readFileSync(path));
  };
  for (const path of sources) if (existsSync(path)) visit(path);
  return hash.digest("hex");
}

const now = digest();
if (process.argv.includes("--if-changed") && existsSync(stamp) && readFileSync(stamp, "utf8") === now) process.exit(0);

await build({ logLevel: "warn" });
await buildViewer();
await buildOffline();
await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: "dist/node",
    emptyOutDir: true,
    target: "node20",
    rollupOptions: {
      input: {
        tickwork: "workers/cli/tickwork.ts",
        sandboxThread: "workers/cli/sandboxThread.ts",
        attemptHost: "workers/runner/attemptHost.ts",
      },
    },
  },
});
// The sandbox of `tickwork run` reads it from beside the program.
const quickJs = createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
copyFileSync(quickJs, "dist/node/quickjs.wasm");
// `npx tickwork` runs it by its first line.
chmodSync("dist/node/tickwork.js", 0o755);
mkdirSync("dist", { recursive: true });
writeFileSync(stamp, now);
