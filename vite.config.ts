import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  plugins: [react()],
  worker: { format: "es" },
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
