import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileHint } from "./scripts/compileHints.mjs";

export default defineConfig({
  base: "./",
  plugins: [react()],
  worker: { format: "es", rolldownOptions: { output: { postBanner: compileHint } } },
  build: { outDir: "dist/page", emptyOutDir: true, target: "es2023", modulePreload: { polyfill: false } },
  optimizeDeps: {
    include: [
      "comlink",
      "idb",
      "zod",
      "quickjs-emscripten-core",
      "jsonata",
      "sucrase",
      "@cfworker/json-schema",
      "croner",
      "re2js",
      "fflate",
      "canonicalize",
      "@noble/hashes/sha2.js",
      "@noble/hashes/utils.js",
    ],
    exclude: ["@jitl/quickjs-ng-wasmfile-release-sync"],
  },
});
