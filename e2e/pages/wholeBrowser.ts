import { browserArguments, findBrowser } from "../../scripts/browser.mjs";

const path = findBrowser();

/** For stories about what only a browser with windows has: `test.use({ launchOptions: wholeBrowser })`. */
export const wholeBrowser = { ...(path && { executablePath: path }), args: browserArguments };
