import type { Result } from "../engine/result.ts";
import type { Json } from "../workflow/json.ts";
import type { Attempt } from "./attempt.ts";

/** What the results of a finished execution say of its attempt. */
export function readResults(results: readonly Result[]): Partial<Attempt> {
  let read: { -readonly [K in keyof Attempt]?: Attempt[K] } = {};
  for (const result of results) {
    if (result.kind === "fail") read.failure = result.failure;
    else if (result.kind === "exit") read.exit = result.exit;
    else if (result.kind === "output") read.output = result.value;
    else if (result.kind === "return") {
      const handedOn = result.data !== undefined ? result.data : dataOf(result.value);
      if (handedOn !== undefined) read = { ...read, [read.output === undefined ? "output" : "data"]: handedOn };
    }
  }
  return read;
}

/** The data of a returned event; of a list, the list. */
function dataOf(value: Extract<Result, { kind: "return" }>["value"]): Json | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value as Json;
  if (typeof value === "object" && "type" in value && typeof value.type === "string") return value.data as Json;
  return value as Json;
}
