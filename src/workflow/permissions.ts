import { canonicalJson } from "./canonicalJson.ts";
import type { Hook } from "./hook.ts";
import type { Json } from "./json.ts";
import { accessOf } from "./kinds.ts";
import { modelServerOf } from "./modelServer.ts";
import type { Permission } from "./permission.ts";
import { mentionsIn } from "./references.ts";
import { sourcesOf } from "./sources.ts";
import { inlinedIn } from "./subWorkflows.ts";
import { isTemplated } from "./template.ts";
import type { Step, Workflow } from "./workflow.ts";

/** Name of a workspace or model that the workflow leaves to the runner's default. */
export const byDefault = "";
/** Host or secret that is known only when the run is on its way: consent is to all of them. */
export const anyOfThem = "*";

/** The order in which a person reads them. */
const kindRank: Readonly<Record<Permission["kind"], number>> = {
  program: 0,
  shell: 1,
  workspace: 2,
  host: 3,
  model: 4,
  secret: 5,
};

const accessRank = { none: 0, read: 1, write: 2 } as const;

/**
 * What running a workflow may do (`formats.md` §1), each thing once, in an order that does not depend on the
 * order of the steps. A workspace stands there once, with the strongest access that any step asks for.
 */
export function permissionsOf({ steps, hooks = {} }: Pick<Workflow, "steps" | "hooks">): readonly Permission[] {
  const unique = new Map<string, Permission>();
  const all = [...Object.values(steps).flatMap(permissionsOfStep), ...Object.values(hooks).flatMap(permissionsOfHook)];
  for (const permission of all) {
    const key = permission.kind === "workspace" ? `workspace ${permission.name}` : canonicalJson(permission as Json);
    const known = unique.get(key);
    if (known === undefined || (known.kind === "workspace" && stronger(permission, known))) unique.set(key, permission);
  }
  return sortedPermissions([...unique.values()]);
}

/** Those of `needed` that `approved` does not cover: consent is asked again only when permissions grow. */
export function permissionsBeyond(
  approved: readonly Permission[],
  needed: readonly Permission[],
): readonly Permission[] {
  return needed.filter((need) => !approved.some((given) => covers(given, need)));
}

function covers(given: Permission, need: Permission): boolean {
  if (given.kind === "workspace" && need.kind === "workspace") {
    return given.name === need.name && accessRank[given.access] >= accessRank[need.access];
  }
  return canonicalJson(given as Json) === canonicalJson(need as Json);
}

function stronger(a: Permission, b: Permission): boolean {
  return a.kind === "workspace" && b.kind === "workspace" && accessRank[a.access] > accessRank[b.access];
}

/** In the order in which a person reads them. */
export function sortedPermissions(permissions: readonly Permission[]): readonly Permission[] {
  const keyed = permissions.map(
    (permission) => [`${kindRank[permission.kind]} ${canonicalJson(permission as Json)}`, permission] as const,
  );
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, permission]) => permission);
}

function permissionsOfStep(step: Step): readonly Permission[] {
  return [...ownPermissions(step), ...secretsOf(step).map((name) => ({ kind: "secret", name }) as const)];
}

function ownPermissions(step: Step): readonly Permission[] {
  switch (step.kind) {
    case "command": {
      const { argv, shell, workspace } = step.config;
      const program: Permission[] = shell
        ? [{ kind: "shell", program: shell.program, line: shell.line }]
        : [{ kind: "program", argv: (argv ?? []).map((text) => (isTemplated(text) ? null : text)) }];
      return [...program, workspaceOf(step, workspace)];
    }
    case "file":
      return [workspaceOf(step, step.config.workspace)];
    case "http":
      // Files of the page itself are what the page reads anyway.
      return isOwnAddress(step.config.url) ? [] : [{ kind: "host", host: hostOf(step.config.url) }];
    case "agent": {
      if (step.config.via !== "tab") return [{ kind: "model", name: step.config.model ?? byDefault }];
      // The tab sends it like any request; what the model is called there changes nothing of where it goes.
      const server = modelServerOf(step.config);
      return [{ kind: "host", host: server === undefined ? anyOfThem : hostOf(server.url) }];
    }
    case "workflow": {
      // Sub-workflows are inlined when a run is frozen.
      const inner = inlinedIn(step);
      // Its hooks are not called.
      return inner === undefined ? [] : permissionsOf({ steps: inner.steps });
    }
    default:
      return [];
  }
}

/** All its texts are static. It holds no workspace: an observer never makes a step wait. */
function permissionsOfHook({ webhook, command }: Hook): readonly Permission[] {
  if (webhook !== undefined) return [{ kind: "host", host: hostOf(webhook.url) }];
  if (command === undefined) return [];
  return [
    { kind: "program", argv: command.argv },
    { kind: "workspace", name: command.workspace ?? byDefault, access: "none" },
  ];
}

function workspaceOf(step: Step, name: string | undefined): Permission {
  return { kind: "workspace", name: name ?? byDefault, access: accessOf(step) };
}

/** An address of the server that the page came from: `/path` or `./path`. */
export function isOwnAddress(url: string): boolean {
  return /^(\.{1,2}\/|\/(?![/\\]))/.test(url);
}

/** Host and port of a URL, in lower case; `*` when a template decides it. */
export function hostOf(url: string): string {
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1];
  if (authority === undefined) return anyOfThem;
  // A login of secrets cannot lead elsewhere, because the runner fills it in behind the host that it checked.
  const known = authority.replace(/\{\{\s*secret\.\w+\s*\}\}(?=.*@)/g, "");
  const host = known.slice(known.lastIndexOf("@") + 1);
  return host === "" || isTemplated(known) ? anyOfThem : host.toLowerCase();
}

/** Names of the secrets that a step may use. */
export function secretsOf(step: Step): readonly string[] {
  const mentioned = sourcesOf(step)
    .flatMap(mentionsIn)
    .flatMap(({ root, name }) => (root === "secret" ? [name ?? anyOfThem] : []));
  return [...((step.kind === "command" && step.config.secrets) || []), ...mentioned];
}
