import { deepEqual } from "../../engine/deepEqual.ts";
import { isJsonObject, type Json } from "../../workflow/json.ts";

/** A place at which two values differ; a side without a value has nothing there. */
export interface ValueDifference {
  readonly path: readonly (string | number)[];
  readonly left?: Json;
  readonly right?: Json;
}

/** Differences that are listed: nobody reads more. */
const most = 200;

/** The innermost places at which two values differ, in their order; the first `most`. */
export function valueDiff(left: Json | undefined, right: Json | undefined): readonly ValueDifference[] {
  const found: ValueDifference[] = [];
  collect(left, right, [], found);
  return found;
}

function collect(
  left: Json | undefined,
  right: Json | undefined,
  path: readonly (string | number)[],
  found: ValueDifference[],
): void {
  if (found.length >= most || deepEqual(left, right)) return;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let index = 0; index < Math.max(left.length, right.length); index++)
      collect(left[index], right[index], [...path, index], found);
  } else if (isJsonObject(left) && isJsonObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      collect(own(left, key), own(right, key), [...path, key], found);
  } else found.push({ path, ...(left !== undefined && { left }), ...(right !== undefined && { right }) });
}

function own(value: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
