import type { Json } from "./json.ts";

export type Path = readonly (string | number)[];

/** Exactly one test beside a value reference (T6). Order only between two numbers or two strings. */
export type ValueTest =
  | { readonly equals: Json }
  | { readonly notEquals: Json }
  | { readonly in: readonly Json[] }
  | { readonly lt: Json }
  | { readonly lte: Json }
  | { readonly gt: Json }
  | { readonly gte: Json }
  | { readonly exists: boolean };

/** The typed, three-valued conditions of tasks and branches (T6, T7). */
export type Condition =
  | { readonly status: string; readonly in: readonly string[] }
  | ({ readonly exit: string } & (
      | { readonly equals: number }
      | { readonly in: readonly number[] }
      | { readonly is: "succeeded" | "failed" }
    ))
  | ({ readonly output: string; readonly path: Path } & ValueTest)
  | ({ readonly event: Path } & ValueTest)
  | ({ readonly store: Path } & ValueTest)
  | ({ readonly step: string; readonly path: Path } & ValueTest)
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };
