import canonicalize from "canonicalize";
import type { Json } from "./json.ts";

/**
 * RFC 8785. Throws on a lone surrogate or a number that is not finite: values that came through a parser of ours
 * hold neither.
 */
export function canonicalJson(value: Json): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error("Not a JSON value");
  return text;
}
