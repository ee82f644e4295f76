import type { StepId } from "./workflow.ts";

/** What a hook may observe (T31). Steps are those of the outermost workflow. */
export const hookMoments = [
  "run started",
  "step started",
  "step finished",
  "run completed",
  "run failed",
  "run cancelled",
  "run needs recovery",
] as const;

export type HookMoment = (typeof hookMoments)[number];

/**
 * An observer of a run (T31): it is told at most once of each thing it observes, and nothing that it does touches the
 * run. All its texts are static. Exactly one of `notify`, `webhook` and `command` is given.
 */
export interface Hook {
  readonly on: readonly HookMoment[];
  /** Of the moments of steps: only these. Left out: all. */
  readonly steps?: readonly StepId[];
  /** Of the browser; on the command line a line. Left out: what it says by itself. */
  readonly notify?: { readonly title?: string; readonly text?: string };
  /** A POST with what was observed as JSON. `via` as in `http` steps; left out: `tab`. */
  readonly webhook?: { readonly url: string; readonly via?: "tab" | "runner" };
  /** Run by the runner, with what was observed as JSON on its standard input. It waits for no workspace. */
  readonly command?: { readonly argv: readonly string[]; readonly workspace?: string };
}

export type HookDeed = "notify" | "webhook" | "command";

/** What a hook does; the parser made sure that there is exactly one. */
export function deedOf(hook: Hook): HookDeed {
  return hook.command !== undefined ? "command" : hook.webhook !== undefined ? "webhook" : "notify";
}

export function isStepMoment(moment: HookMoment): boolean {
  return moment === "step started" || moment === "step finished";
}

/** In the place of the step's id in an attempt key: no id of a step has a colon. */
const prefix = "hook:";

export function hookStep(name: string): StepId {
  return prefix + name;
}

/** The hook that an attempt claims to be; `undefined`: it claims to be a step. */
export function hookNamed(step: StepId): string | undefined {
  return step.startsWith(prefix) ? step.slice(prefix.length) : undefined;
}
