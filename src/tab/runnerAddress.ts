import { runnerPort } from "../protocol/runnerApi.ts";

/**
 * Where the runner of a page is: it serves the page itself, unless the page comes from elsewhere (a static host);
 * then it has to be started with `--allow-origin`.
 */
export function runnerAddress(page: { readonly protocol: string; readonly hostname: string; readonly origin: string }) {
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(page.hostname);
  return loopback && page.protocol === "http:" ? page.origin : `http://127.0.0.1:${runnerPort}`;
}
