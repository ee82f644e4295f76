import type { AttemptRequest } from "../protocol/runnerApi.ts";
import type { Hook } from "../workflow/hook.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { Call } from "./calls/call.ts";

/*
 * An attempt may claim to be a hook of the uploaded workflow instead of a step (T31). All of a hook is static, so that
 * all of the attempt must be what the hook says; only what it is told (standard input, body) varies.
 */

/** Why it is not what the hook says (T16); `null` when it is. */
export function hookDeniedBecause(workflow: Workflow, name: string, request: AttemptRequest): string | null {
  const hook = hookOf(workflow, name);
  if (hook === undefined) return noHook(name);
  const { command } = hook;
  if (command === undefined) return `The hook "${name}" is no command.`;
  const same: Readonly<Record<string, boolean>> = {
    arguments: JSON.stringify(command.argv) === JSON.stringify(request.argv),
    shell: request.shell === undefined,
    cwd: request.cwd === undefined,
    environment: Object.keys(request.env ?? {}).length === 0,
    secrets: (request.secrets ?? []).length === 0 && request.marks === undefined,
    workspace: command.workspace === request.workspace,
    access: request.access === "none",
    ownerLostMs: request.ownerLostMs === undefined,
  };
  return differing(name, same);
}

/** The same for a webhook that the runner sends. */
export function hookCallDeniedBecause(workflow: Workflow, name: string, call: Call): string | null {
  const hook = hookOf(workflow, name);
  if (hook === undefined) return noHook(name);
  const { webhook } = hook;
  if (webhook === undefined || call.kind !== "http") return `The hook "${name}" is no ${call.kind} request.`;
  const { method, url, headers = {}, marks } = call.request;
  return differing(name, {
    method: method.toUpperCase() === "POST",
    address: url === webhook.url,
    headers: Object.keys(headers).every((header) => header.toLowerCase() === "content-type"),
    secrets: marks === undefined,
    via: webhook.via === "runner",
  });
}

function hookOf({ hooks = {} }: Workflow, name: string): Hook | undefined {
  return Object.hasOwn(hooks, name) ? hooks[name] : undefined;
}

function noHook(name: string): string {
  return `The workflow has no hook "${name}".`;
}

function differing(name: string, same: Readonly<Record<string, boolean>>): string | null {
  const names = Object.keys(same).filter((key) => same[key] === false);
  return names.length === 0 ? null : `Not what the hook "${name}" of the approved workflow says: ${names.join(", ")}.`;
}
