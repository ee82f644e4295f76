import { fieldsOf, type Shape } from "../arrivals/shape.ts";
import { pathText } from "./conditionForm.ts";

/** Paths into a value to offer, to three levels. */
export function pathsIn(shape: Shape, depth = 0): readonly string[] {
  if (depth === 3) return [];
  return [...fieldsOf(shape)].flatMap(([name, inner]) => {
    const below = inner.element === undefined ? pathsIn(inner, depth + 1) : [];
    return [pathText([name]), ...below.map((path) => `${pathText([name])}${path.startsWith("[") ? "" : "."}${path}`)];
  });
}
