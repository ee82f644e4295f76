import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileQuickJs } from "../steps/sandbox/compileQuickJs.ts";
import { programFolder } from "./programFolder.ts";

/** QuickJS for a sandbox in this process. */
export async function quickJsModule(): ReturnType<typeof compileQuickJs> {
  // The build puts it beside the program; in the sources it is where it was installed.
  const beside = await readFile(join(programFolder(), "quickjs.wasm")).catch(() => undefined);
  const installed = () => createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
  return compileQuickJs(new Uint8Array(beside ?? (await readFile(installed()))));
}
