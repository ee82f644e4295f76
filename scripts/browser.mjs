// Finds a Chromium for the tests: an environment variable, then the usual places. No dependencies.
import { existsSync } from "node:fs";
import { join } from "node:path";

const places = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/microsoft-edge",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, "Google/Chrome/Application/chrome.exe"),
      join(folder, "Microsoft/Edge/Application/msedge.exe"),
    ]),
};

/** The program itself: what Debian starts it with stays its parent, and would be killed in its place. */
const shell = "/usr/lib/chromium/chromium-headless-shell";

function namedBrowser() {
  const named = process.env.TICKWORK_BROWSER;
  if (named && !existsSync(named)) throw new Error(`TICKWORK_BROWSER names ${named}, which does not exist.`);
  return named || undefined;
}

/** Path of an installed browser, or undefined. `TICKWORK_BROWSER` wins and must exist. */
export function findBrowser() {
  return namedBrowser() ?? (places[process.platform] ?? []).find((path) => existsSync(path));
}

/**
 * What shows pages to tests: where there is one, Chromium without its windows, which is the same to a page and takes a
 * fifth less of the processor. Tests about windows and what the browser itself shows take `findBrowser`.
 */
export function findTestBrowser() {
  return namedBrowser() ?? (existsSync(shell) ? shell : findBrowser());
}

/**
 * Features that no test is about. Each window would draw an address bar's list in a process of its own, which nobody
 * sees. Of several such arguments a browser takes the last: what Playwright turns off stands here again.
 */
const featuresOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** What a headless Chromium needs on a machine without a screen; as root its sandbox cannot start. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${featuresOff.join(",")}`,
];
