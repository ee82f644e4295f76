import type { Roots } from "../arrivals/arrivals.ts";
import { memberOf, objectShape, type Shape, textShape, unknownShape } from "../arrivals/shape.ts";

/** A path of code such as `event.data.items[0]?.name`. */
export const codePath =
  "[A-Za-z_$][\\w$]*(?:\\s*\\??\\.\\s*[A-Za-z_$][\\w$]*|\\s*(?:\\?\\.)?\\[\\s*(?:\\d+|\"[^\"]*\"|'[^']*')\\s*\\])*";
const pathPart = /^\s*(?:\??\.\s*([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*(?:(\d+)|"([^"]*)"|'([^']*)')\s*\])/;

/** What names mean in the code of a step: its parameters and what is bound from them before the caret. */
export type CodeScope = ReadonlyMap<string, Shape>;

/** What is known of the names in `before`, as far as simple declarations show it. Nothing is parsed or run. */
export function codeScope(before: string, roots: Roots): CodeScope {
  const scope = new Map<string, Shape>();
  const event = roots.get("event") ?? unknownShape;
  const context = contextShape(roots);
  const head =
    /export\s+default\s+(?:async\s*)?(?:function\b[^(]*)?\(([^)]*)\)/.exec(before) ??
    /export\s+default\s+(?:async\s+)?([A-Za-z_$][\w$]*)\s*=>/.exec(before);
  const parameters = head?.[1] === undefined ? ["event", "ctx"] : splitParameters(head[1]);
  bind(scope, parameters[0] ?? "event", event);
  bind(scope, parameters[1] ?? "ctx", context);
  const declared = /\b(?:const|let|var)\s+(\{[^}]*\}|[A-Za-z_$][\w$]*)(?:\s*:\s*[^=;\n]+)?\s*=\s*([^;\n]+)/g;
  const looped = new RegExp(
    `\\bfor\\s*\\(\\s*(?:const|let)\\s+(\\{[^}]*\\}|[A-Za-z_$][\\w$]*)\\s+of\\s+(${codePath})\\s*\\)`,
    "g",
  );
  const mapped = new RegExp(
    `(${codePath})\\s*\\??\\.\\s*(?:map|filter|find|some|every|flatMap|forEach|findIndex)\\(\\s*(?:async\\s*)?(?:\\(\\s*)?(\\{[^}]*\\}|[A-Za-z_$][\\w$]*)`,
    "g",
  );
  const bindings = [
    ...[...before.matchAll(declared)].map(({ index, 1: target = "", 2: value = "" }) => ({
      index,
      target,
      of: () => valueShape(value, scope, roots),
    })),
    ...[...before.matchAll(looped)].map(({ index, 1: target = "", 2: path = "" }) => ({
      index,
      target,
      of: () => elementOf(shapeOfPath(path, scope)),
    })),
    ...[...before.matchAll(mapped)].map(({ index, 1: path = "", 2: target = "" }) => ({
      index,
      target,
      of: () => elementOf(shapeOfPath(path, scope)),
    })),
  ];
  for (const { target, of } of bindings.sort((a, b) => a.index - b.index)) {
    const shape = of();
    if (shape !== undefined) bind(scope, target, shape);
  }
  return scope;
}

/** What stands at a path; `undefined`: nothing is known there. */
export function shapeOfPath(path: string, scope: CodeScope): Shape | undefined {
  const root = /^[A-Za-z_$][\w$]*/.exec(path)?.[0] ?? "";
  let shape = scope.get(root);
  let rest = path.slice(root.length);
  while (rest !== "" && shape !== undefined) {
    const part = pathPart.exec(rest);
    if (part === null) return rest.trim() === "" ? shape : undefined;
    const [whole, name, index, double, single] = part;
    const key = name ?? double ?? single;
    // Code does not look through lists, as expressions do.
    shape =
      index !== undefined ? memberOf(shape, Number(index)) : key === undefined ? undefined : shape.fields?.get(key);
    rest = rest.slice(whole.length);
  }
  return shape;
}

/** `ctx` as far as it is data; what can be called stands in `contextMembers`. */
function contextShape(roots: Roots): Shape {
  const data = ["input", "item", "index", "items", "steps", "run"].flatMap((name) => {
    const shape = roots.get(name);
    return shape === undefined ? [] : [[name, shape] as const];
  });
  return {
    ...objectShape({
      ...Object.fromEntries(data),
      attempt: objectShape({
        number: unknownShape,
        firstAt: unknownShape,
        lastError: objectShape({ name: textShape, message: textShape }),
      }),
    }),
    about: "ctx",
  };
}

function valueShape(value: string, scope: CodeScope, roots: Roots): Shape | undefined {
  const text = value
    .trim()
    .replace(/^await\s+/, "")
    .replace(/\s+(?:\?\?|\|\|)\s+.*$/, "");
  const step = /^[A-Za-z_$][\w$]*\.step\(\s*["'`]([\w-]+)["'`]\s*\)(.*)$/.exec(text);
  if (step !== null) {
    const found = roots.get("steps")?.fields?.get(step[1] ?? "");
    return found && shapeOfPath(`$${step[2] ?? ""}`, new Map([["$", found]]));
  }
  const stored = /^[A-Za-z_$][\w$]*\.store\.get\(\s*["'`]([\w.-]+)["'`]\s*\)$/.exec(text);
  if (stored !== null)
    return (stored[1] ?? "")
      .split(".")
      .reduce<Shape | undefined>((at, key) => at?.fields?.get(key), roots.get("store"));
  return new RegExp(`^${codePath}$`).test(text) ? shapeOfPath(text, scope) : undefined;
}

function bind(scope: Map<string, Shape>, target: string, shape: Shape): void {
  if (!target.trim().startsWith("{")) {
    const name = /^[A-Za-z_$][\w$]*/.exec(target.trim())?.[0];
    if (name !== undefined) scope.set(name, shape);
    return;
  }
  for (const part of target.replace(/^\s*\{|\}[^}]*$/g, "").split(",")) {
    const [, key, alias] = /^\s*([A-Za-z_$][\w$]*)(?:\s*:\s*([A-Za-z_$][\w$]*))?/.exec(part) ?? [];
    const found = key === undefined ? undefined : shape.fields?.get(key);
    if (key !== undefined && found !== undefined) scope.set(alias ?? key, found);
  }
}

function elementOf(shape: Shape | undefined): Shape | undefined {
  return shape?.element;
}

function splitParameters(text: string): readonly string[] {
  return (
    text
      .match(/\{[^}]*\}|[^,{}]+/g)
      ?.map((one) => one.trim())
      .filter((one) => one !== "" && !one.startsWith(":")) ?? []
  );
}
