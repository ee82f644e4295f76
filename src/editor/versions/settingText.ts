import type { Json } from "../../workflow/json.ts";

/** A setting as lines to compare: a text as it is, a list of names one a line, everything else as JSON. */
export function settingText(value: Json | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  return isNames(value) ? value.join("\n") : JSON.stringify(value, null, 2);
}

function isNames(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string" && /^\S+$/.test(one));
}
