/** Where the page is. The address is the hash, so that the page works from any static host. */
export type Route =
  | { readonly kind: "home" }
  /** `show`: the step to begin with, and the line of its code. */
  | { readonly kind: "workflow"; readonly workflow: string; readonly show?: ShownPlace }
  /** `inside`: the path of the step whose workflow is on the canvas (R79). `tick`: the moment of the run, from 1. */
  | { readonly kind: "run"; readonly run: string; readonly inside?: string; readonly tick?: number }
  | { readonly kind: "compare"; readonly left: string; readonly right: string }
  | { readonly kind: "settings" }
  /** The address that the runner prints; the token leaves the address at once. */
  | { readonly kind: "pair"; readonly token: string }
  | { readonly kind: "unknown"; readonly hash: string };

export interface ShownPlace {
  readonly step: string;
  readonly line?: number;
}

export function parseRoute(hash: string): Route {
  const [path = "", query] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [place = "", id = "", ...rest] = path.split("/");
  if (place === "" && id === "") return { kind: "home" };
  if (place === "settings" && id === "") return { kind: "settings" };
  const name = decode(id);
  if (place === "compare" && rest.length === 1) {
    const right = decode(rest[0] ?? "");
    return name && right ? { kind: "compare", left: name, right } : { kind: "unknown", hash };
  }
  if (rest.length > 0 || name === null || name === "") return { kind: "unknown", hash };
  if (place === "w") {
    const show = shownPlace(new URLSearchParams(query));
    return { kind: "workflow", workflow: name, ...(show && { show }) };
  }
  if (place === "r") {
    const search = new URLSearchParams(query);
    const inside = search.get("in");
    const tick = Number(search.get("tick"));
    return { kind: "run", run: name, ...(inside && { inside }), ...(Number.isInteger(tick) && tick > 0 && { tick }) };
  }
  if (place === "pair") return { kind: "pair", token: name };
  return { kind: "unknown", hash };
}

export function routeHash(route: Exclude<Route, { kind: "unknown" }>): string {
  switch (route.kind) {
    case "home":
      return "#/";
    case "workflow":
      return `#/w/${encodeURIComponent(route.workflow)}${showQuery(route.show)}`;
    case "run":
      return `#/r/${encodeURIComponent(route.run)}${runQuery(route)}`;
    case "compare":
      return `#/compare/${encodeURIComponent(route.left)}/${encodeURIComponent(route.right)}`;
    case "settings":
      return "#/settings";
    case "pair":
      return `#/pair/${encodeURIComponent(route.token)}`;
  }
}

function runQuery({ inside, tick }: { readonly inside?: string; readonly tick?: number }): string {
  const parts = [
    ...(inside ? [`in=${encodeURIComponent(inside)}`] : []),
    ...(tick === undefined ? [] : [`tick=${tick}`]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function showQuery(show: ShownPlace | undefined): string {
  if (show === undefined) return "";
  const line = show.line === undefined ? "" : `&line=${show.line}`;
  return `?step=${encodeURIComponent(show.step)}${line}`;
}

function shownPlace(query: URLSearchParams): ShownPlace | null {
  const step = query.get("step");
  if (step === null || step === "") return null;
  const line = Number(query.get("line"));
  return { step, ...(Number.isInteger(line) && line > 0 && { line }) };
}

/** `null` for a text that is no percent-encoding. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
