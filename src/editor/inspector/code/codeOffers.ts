import type { Roots } from "../arrivals/arrivals.ts";
import type { Offer, Offers } from "../arrivals/completions.ts";
import { fieldsOf, type Shape, shapeText } from "../arrivals/shape.ts";
import { type CodeScope, codePath, codeScope, shapeOfPath } from "./codeScope.ts";
import { type CodeMember, contextMembers, listMembers, storeMembers, textMembers } from "./contextMembers.ts";

/** What the code of a step can mention. */
export interface CodeNames {
  readonly roots: Roots;
  /** Steps of the workflow, for `send(…, { to })`; what it can look back to stands in `roots`. */
  readonly steps: readonly string[];
  /** Output ports of this step. */
  readonly ports: readonly string[];
  readonly events: readonly string[];
  /** What its `output` schema wants of what it returns. */
  readonly output: Shape | undefined;
}

/** What code can go on with at `at`; `null`: nothing is known there. */
export function codeOffers(text: string, at: number, names: CodeNames): Offers | null {
  const before = text.slice(0, at);
  const quoted = quotedNames(before, names);
  if (quoted !== null) return quoted;
  if (/\/\/[^\n]*$/.test(before)) return null;
  const scope = codeScope(before, names.roots);
  const member = new RegExp(`(${codePath})\\s*\\??\\.\\s*([\\w$]*)$`).exec(before);
  if (member !== null) {
    const [, path = "", typed = ""] = member;
    const offers = memberOffers(path, scope);
    return offers.length === 0 ? null : { from: at - typed.length, offers, begun: true };
  }
  const typed = /[A-Za-z_$][\w$]*$/.exec(before)?.[0] ?? "";
  const from = at - typed.length;
  const wanted = returnedFields(before.slice(0, from), names.output);
  if (wanted !== null) return { from, offers: wanted, begun: true };
  const known = [...scope].map(([name, shape]): Offer => offerOf(name, shape, "variable"));
  return { from, offers: known, begun: typed !== "" };
}

/** What a name at `at` means. */
export function codeMeaningAt(
  text: string,
  at: number,
  names: CodeNames,
): { readonly from: number; readonly to: number; readonly title: string; readonly about: string } | null {
  const to = at + (/^[\w$]*/.exec(text.slice(at))?.[0].length ?? 0);
  const path = new RegExp(`${codePath}$`).exec(text.slice(0, to))?.[0];
  if (path === undefined) return null;
  const scope = codeScope(text.slice(0, to), names.roots);
  const last = /[A-Za-z_$][\w$]*$/.exec(path)?.[0] ?? path;
  const from = to - last.length;
  const parent = path.slice(0, path.length - last.length).replace(/\s*\??\.\s*$/, "");
  const known = parent === "" ? undefined : membersAt(parent, scope).find(({ name }) => name === last);
  if (known !== undefined) return { from, to, title: known.signature, about: known.about };
  const shape = shapeOfPath(path, scope);
  if (shape === undefined) return null;
  const type = shapeText(shape);
  const about = isContext(shape) ? "What the step can do: send, wait, collect, the store, …" : (shape.about ?? "");
  return { from, to, title: type === "" || isContext(shape) ? last : `${last}: ${type}`, about };
}

/** Names in quotes, by the call that they stand in. */
function quotedNames(before: string, { steps, ports, events, roots }: CodeNames): Offers | null {
  const lookedBack = [...(roots.get("steps")?.fields?.keys() ?? [])];
  const inStore = [...(roots.get("store")?.fields?.keys() ?? [])];
  for (const [call, offered] of [
    [/\bstep\(\s*["'`]([\w-]*)$/, lookedBack],
    [/\bctx\s*\.\s*to\(\s*["'`]([\w-]*)$/, ports],
    [/\b(?:event|wait)\(\s*["'`](\w*)$/, events],
    [/\bcollect\(\s*\[[^\]]*["'`](\w*)$/, events],
    [/\{[^{}]*\bto\s*:\s*["'`]([\w-]*)$/, steps],
    [/\bstore\s*\.\s*(?:get|set|update|delete)\(\s*["'`]([\w.-]*)$/, inStore],
    [/\bevent\s*\.\s*type\s*[!=]==?\s*["'`](\w*)$/, eventTypes(roots)],
  ] as const) {
    const found = call.exec(before);
    if (found === null) continue;
    const typed = found[1] ?? "";
    const offers = offered.map((label): Offer => ({ label, detail: "", about: "", kind: "value" }));
    return { from: before.length - typed.length, offers, begun: true };
  }
  return null;
}

function eventTypes(roots: Roots): readonly string[] {
  const choices = roots.get("event")?.fields?.get("type")?.choices ?? [];
  return choices.filter((choice) => typeof choice === "string");
}

function memberOffers(path: string, scope: CodeScope): readonly Offer[] {
  const members = membersAt(path, scope).map(
    ({ name, signature, about }): Offer => ({
      label: name,
      detail: signature.slice(name.length).replace(/^: /, ""),
      about,
      kind: /^\w+(?:<\w+>)?\(/.test(signature) ? "function" : "field",
    }),
  );
  const shape = shapeOfPath(path, scope);
  if (shape === undefined || isContext(shape)) return members;
  return [...[...(shape.fields ?? [])].map(([name, inner]) => offerOf(name, inner, "field")), ...members];
}

/** What can be called or read besides the fields of the data. */
function membersAt(path: string, scope: CodeScope): readonly CodeMember[] {
  const shape = shapeOfPath(path, scope);
  if (shape !== undefined && isContext(shape)) {
    const inList = shape.fields?.has("item") === true;
    return contextMembers.filter(({ name }) => inList || !["item", "index", "items"].includes(name));
  }
  const [, owner] = /^(.*)\s*\.\s*store$/.exec(path) ?? [];
  const context = owner === undefined ? undefined : shapeOfPath(owner, scope);
  if (context !== undefined && isContext(context)) return storeMembers;
  if (shape?.types.includes("list")) return listMembers;
  return shape?.types.includes("text") ? textMembers : [];
}

/** In the object that is returned: the fields that the schema of the output names and that are not there yet. */
function returnedFields(before: string, output: Shape | undefined): readonly Offer[] | null {
  const found = /\b(?:return|=>\s*\()\s*\{([^{}]*)$/.exec(before);
  if (found === null || output?.fields === undefined || !/(?:^|,)\s*$/.test(found[1] ?? "")) return null;
  const given = [...(found[1] ?? "").matchAll(/([A-Za-z_$][\w$]*)\s*[:,]/g)].map((match) => match[1]);
  return [...fieldsOf(output)]
    .filter(([name]) => !given.includes(name))
    .map(([name, shape]) => offerOf(name, shape, "field"));
}

function isContext(shape: Shape): boolean {
  return shape.about === "ctx";
}

function offerOf(label: string, shape: Shape, kind: Offer["kind"]): Offer {
  if (isContext(shape)) return { label, detail: "", about: "what the step can do", kind };
  return { label, detail: `${shapeText(shape)}${shape.optional ? "?" : ""}`, about: shape.about ?? "", kind };
}
