import type { Web } from "../../src/steps/http/web.ts";

/** What a policy of our own server kept from going out, by origin; the browser tells the request only that it failed. */
const blocked = new Set<string>();
addEventListener("securitypolicyviolation", (event) => {
  if (event instanceof SecurityPolicyViolationEvent) blocked.add(originOf(event.blockedURI));
});

/** The network of the engine worker. Its own response allows foreign hosts, the page's does not (`securityHeaders.ts`). */
export const web: Web = {
  fetch: (...request) => fetch(...request),
  // Built, this script lies in a folder below the page; the development server has it elsewhere.
  page: new URL(import.meta.env.PROD ? ".." : "/", location.href).href,
  blocked: (url) => blocked.has(originOf(url)),
};

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}
