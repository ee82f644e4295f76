import {
  deedOf,
  type Hook,
  type HookDeed,
  type HookMoment,
  hookMoments,
  isStepMoment,
} from "../../../workflow/hook.ts";
import { isStepId } from "../../../workflow/names.ts";
import type { StepId } from "../../../workflow/workflow.ts";

export type Hooks = Readonly<Record<string, Hook>>;

/** A new one tells of what went wrong, in the browser. */
export function withNewHook(hooks: Hooks): Hooks {
  for (let n = 1; ; n++) {
    const name = n === 1 ? "hook" : `hook_${n}`;
    if (!Object.hasOwn(hooks, name)) return { ...hooks, [name]: { on: ["run failed"], notify: {} } };
  }
}

export function withoutHook(hooks: Hooks, name: string): Hooks | undefined {
  const rest = Object.entries(hooks).filter(([key]) => key !== name);
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** The hook keeps its place. */
export function withHookName(hooks: Hooks, from: string, to: string): Hooks {
  return Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name === from ? to : name, hook]));
}

/** Why a hook cannot have this name; `null` when it can. */
export function hookNameProblem(hooks: Hooks, from: string, to: string): string | null {
  if (!isStepId(to)) return "A name begins with a small letter and goes on with small letters, digits, _ or -.";
  return to !== from && Object.hasOwn(hooks, to) ? `There is a hook “${to}” already.` : null;
}

/** Moments stand in one order, whatever the order in which they were chosen. */
export function withMoment(hook: Hook, moment: HookMoment, chosen: boolean): Hook {
  const on = hookMoments.filter((each) => (each === moment ? chosen : hook.on.includes(each)));
  return on.some(isStepMoment) ? { ...hook, on } : withSteps({ ...hook, on }, undefined);
}

/** `undefined`: all steps. */
export function withSteps(hook: Hook, steps: readonly StepId[] | undefined): Hook {
  const { steps: _, ...rest } = hook;
  return steps === undefined ? rest : { ...rest, steps };
}

const newDeeds = {
  notify: { notify: {} },
  webhook: { webhook: { url: "" } },
  command: { command: { argv: [] } },
} as const satisfies Record<HookDeed, Partial<Hook>>;

/** What it did before is gone: there is exactly one. */
export function withDeed(hook: Hook, deed: HookDeed): Hook {
  if (deedOf(hook) === deed) return hook;
  const { notify: _n, webhook: _w, command: _c, ...when } = hook;
  return { ...when, ...newDeeds[deed] };
}

export function hooksSummary(hooks: Hooks): string {
  const names = Object.keys(hooks);
  return names.length === 0 ? "who is told of a run" : names.join(", ");
}
