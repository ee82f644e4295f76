import type { JsonObject } from "./json.ts";

/** Makes a document of one version one of the next. Never edited after its release. */
export type Upgrade = (document: JsonObject) => JsonObject;

/** Entry n−1 makes version n version n+1. */
export const workflowUpgrades: readonly Upgrade[] = [];

export type Upgraded =
  | { readonly ok: true; readonly document: JsonObject }
  /** The format is missing, of something else, or newer than this version. */
  | { readonly ok: false; readonly message: string };

/** Brings a document with `format: "<name>@<n>"` to the newest version that `upgrades` lead to. */
export function upgrade(document: JsonObject, name: string, upgrades: readonly Upgrade[]): Upgraded {
  const newest = upgrades.length + 1;
  const format = document.format;
  if (format === undefined) return { ok: false, message: `\`format\` is missing. It should be "${name}@${newest}".` };
  const [, found, version] = (typeof format === "string" && /^(.*)@([1-9]\d{0,8})$/.exec(format)) || [];
  if (found !== name) {
    return { ok: false, message: `The format is ${JSON.stringify(format)}; "${name}@${newest}" is expected here.` };
  }
  if (Number(version) > newest) {
    return {
      ok: false,
      message: `The format is "${format}"; this version of Tickwork reads up to "${name}@${newest}". Use a newer Tickwork.`,
    };
  }
  const upgraded = upgrades.slice(Number(version) - 1).reduce((before, next) => next(before), document);
  return { ok: true, document: upgraded };
}
