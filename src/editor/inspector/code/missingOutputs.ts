import { portsOf } from "../../../workflow/kinds.ts";
import type { StepOf } from "../../../workflow/workflow.ts";

/** An output that the code uses and the step does not have. */
export type MissingOutput =
  | { readonly kind: "port"; readonly port: string }
  /** A returned type that no output names, although some name theirs: it would fail (R15). */
  | { readonly kind: "type"; readonly type: string };

/** What `ctx.to("…")` and `return ctx.event("…")` name that the step does not have; each once. */
export function missingOutputs(step: StepOf<"code">): readonly MissingOutput[] {
  const { source } = step.config;
  const ports = new Set(
    [...source.matchAll(/\bctx\s*\.\s*to\s*\(\s*(["'`])([A-Za-z][\w-]*)\1/g)].map((match) => match[2] ?? ""),
  );
  const known = portsOf(step);
  const types = new Set([...Object.values(step.emits ?? {}), ...Object.values(step.batches ?? {})]);
  const returned = new Set(
    [...source.matchAll(/\breturn\s+ctx\s*\.\s*event\s*\(\s*(["'`])([A-Z]\w*)\1/g)].map((match) => match[2] ?? ""),
  );
  return [
    ...[...ports].filter((port) => !known.includes(port)).map((port) => ({ kind: "port", port }) as const),
    ...(types.size === 0
      ? []
      : [...returned]
          .filter((type) => !types.has(type) && type !== "Stop")
          .map((type) => ({ kind: "type", type }) as const)),
  ];
}

/** A name for the output of a type that is free: `ReviewDone` → `reviewDone`. */
export function portForType(type: string, ports: readonly string[]): string {
  const base = type.charAt(0).toLowerCase() + type.slice(1);
  let port = base;
  for (let count = 2; ports.includes(port); count++) port = `${base}${count}`;
  return port;
}
