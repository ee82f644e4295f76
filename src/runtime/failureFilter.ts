import type { Failure } from "../engine/failure.ts";
import type { Exit } from "../engine/result.ts";
import type { FailureFilter } from "../workflow/retryPolicy.ts";
import type { FindPattern } from "./findPattern.ts";

/**
 * Whether the filter speaks of this failure: all keys it gives match; inside one key any entry does.
 * Throws when `message` is no regular expression.
 */
export function filterMatches(
  filter: FailureFilter,
  failure: Failure,
  exit: Exit | undefined,
  findPattern: FindPattern,
): boolean {
  if (filter.names && !filter.names.includes(failure.name)) return false;
  if (filter.status && !includes(filter.status, dataNumber(failure, "status"))) return false;
  if (filter.exit && !includes(filter.exit, exitCode(exit) ?? dataNumber(failure, "exit"))) return false;
  if (filter.message !== undefined && !findPattern(filter.message, failure.message)) return false;
  return true;
}

/** A number that the executor put into the failure's data: `status` of an answer, `retryAfterMs` of its header. */
export function dataNumber(failure: Failure, key: string): number | undefined {
  const { data } = failure;
  if (typeof data !== "object" || data === null || Array.isArray(data) || !Object.hasOwn(data, key)) return undefined;
  const value = (data as Readonly<Record<string, unknown>>)[key];
  return typeof value === "number" ? value : undefined;
}

function includes(numbers: readonly number[], value: number | undefined): boolean {
  return value !== undefined && numbers.includes(value);
}

function exitCode(exit: Exit | undefined): number | undefined {
  return typeof exit === "object" && "code" in exit ? exit.code : undefined;
}
