import { useMemo, useSyncExternalStore } from "react";
import { parseRoute, type Route, routeHash } from "./route.ts";

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export function navigate(route: Exclude<Route, { kind: "unknown" }>): void {
  window.location.hash = routeHash(route);
}

/** Writes a moment of the same place into the address, for a reload or a link; nothing moves there. */
export function noteRoute(route: Exclude<Route, { kind: "unknown" }>): void {
  window.history.replaceState(null, "", routeHash(route));
}

/** Goes on without leaving the present address in the history: a token must not stay there. */
export function replaceRoute(route: Exclude<Route, { kind: "unknown" }>): void {
  window.history.replaceState(null, "", routeHash(route));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
