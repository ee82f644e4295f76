import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserArguments, findTestBrowser } from "./scripts/browser.mjs";
import { bundledWorker } from "./scripts/bundledWorker.mjs";
import { vitestReport } from "./scripts/vitestReport.mjs";

const browser = findTestBrowser();

// Real processes, sockets and browsers share two cores here. A test that fails only on such a machine is begun once
// more in CI, and named in its output; on a developer's machine it fails at once. How long something may take is never
// what `expect.poll` asks: a second, its own limit, is what a browser that waits for the processor needs.
const patience = { testTimeout: 20_000, retry: process.env.CI ? 1 : 0, expect: { poll: { timeout: 15_000 } } };

export default defineConfig({
  cacheDir: ".cache/vite",
  test: {
    maxWorkers: 2,
    reporters: ["default", vitestReport(".cache/reports/vitest.json")],
    projects: [
      {
        test: {
          ...patience,
          name: "unit",
          environment: "node",
          // Files of one process share their modules: most of a run was loading them again. No test changes a module.
          isolate: false,
          include: ["src/**/*.test.{ts,tsx}", "workers/**/*.test.ts", "scripts/**/*.test.ts"],
        },
      },
      {
        plugins: [react(), bundledWorker("src/tab/fixtures/tabWorker.ts", "/tabWorker.js")],
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
        worker: { format: "es" },
        test: {
          ...patience,
          name: "browser",
          // Of its own, one fewer than there are cores: on two cores one page after the other.
          maxWorkers: 2,
          include: ["src/**/*.browser.ts", "workers/**/*.browser.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(browser && { executablePath: browser }), args: browserArguments },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
