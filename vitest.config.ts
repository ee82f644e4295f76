import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const browser = findBrowser();

export default defineConfig({
  cacheDir: ".cache/vite",
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: ["src/**/*.test.{ts,tsx}", "workers/**/*.test.ts", "scripts/**/*.test.ts"],
        },
      },
      {
        plugins: [react()],
        optimizeDeps: {
          include: ["comlink", "idb", "zod", "quickjs-emscripten-core", "jsonata", "sucrase", "@cfworker/json-schema"],
          exclude: ["@jitl/quickjs-ng-wasmfile-release-sync"],
        },
        worker: { format: "es" },
        test: {
          name: "browser",
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
