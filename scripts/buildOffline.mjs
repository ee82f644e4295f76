// Builds the service worker of the page in `folder` (dist/page): one script that knows the files beside it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build } from "vite";

export async function buildOffline(folder = "dist/page") {
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const [, id] = /<script[^>]+src="[^"]*assets\/index-([\w-]+)\.js"/.exec(page) ?? [];
  if (id === undefined) throw new Error("The page has no script with a hash in its name.");
  const files = filesIn(folder).filter((file) => file !== "offline.js" && !file.endsWith(".map"));
  const { output } = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { __BUILD__: JSON.stringify({ id, files }) },
    build: {
      write: false,
      target: "es2023",
      modulePreload: false,
      rollupOptions: { input: "workers/offline/offline.ts", output: { format: "iife", codeSplitting: false } },
    },
  });
  // Browsers compare its bytes: a file that changed under the same name makes it another one, too.
  const content = createHash("sha256");
  for (const file of files) content.update(file).update(readFileSync(join(folder, file)));
  writeFileSync(join(folder, "offline.js"), `${output[0].code}// ${content.digest("hex")}\n`);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}
