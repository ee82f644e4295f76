import { defineConfig } from "@playwright/test";
import { browserArguments, findTestBrowser } from "./scripts/browser.mjs";

const browser = findTestBrowser();

export default defineConfig({
  testDir: "e2e/stories",
  outputDir: ".cache/e2e",
  timeout: 240_000,
  expect: { timeout: 25_000 },
  fullyParallel: true,
  // Stories wait for deadlines, processes and each other's commits: with one more than cores no core waits with them.
  workers: 3,
  // As in vitest.config.ts: once more in CI, where the output names what was flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? ".cache/reports/e2e.json" }]],
  use: {
    viewport: { width: 1440, height: 860 },
    launchOptions: { ...(browser && { executablePath: browser }), args: browserArguments },
    actionTimeout: 15_000,
    // A click waits until its target rests, and every frame is drawn by the processor here.
    contextOptions: { reducedMotion: "reduce" },
    // Keeping the page for offline use costs each story a second; the one about it allows it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Recording a trace doubles the time of a story, so only one that failed and is begun once more has one (in
    // `.cache/e2e`). `npx playwright test NAME --trace on` records one.
    trace: "on-first-retry",
  },
});
