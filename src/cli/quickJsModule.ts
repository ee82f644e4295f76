import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileQuickJs } from "../steps/sandbox/compileQuickJs.ts";
import { programFolder } from "./programFolder.ts";

/** The WebAssembly of QuickJS. The build puts it beside the program; in the sources it is where it was installed. */
export function quickJsFile(): string {
  const beside = join(programFolder(), "quickjs.wasm");
  const installed = () => createRequire(import.meta.url).resolve("@jitl/quickjs-ng-wasmfile-release-sync/wasm");
  return existsSync(beside) ? beside : installed();
}

/** QuickJS for a sandbox in this thread. */
export async function quickJsModule(): ReturnType<typeof compileQuickJs> {
  return compileQuickJs(new Uint8Array(await readFile(quickJsFile())));
}
