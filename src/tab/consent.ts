import type { Answer } from "../protocol/engineApi.ts";
import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import type { Database } from "../storage/Database.ts";
import { loadSetting, saveSetting } from "../storage/values.ts";
import { digestOf } from "../workflow/digest.ts";
import type { Json } from "../workflow/json.ts";
import type { Permission } from "../workflow/permission.ts";
import { permissionsBeyond, permissionsHash, permissionsOf } from "../workflow/permissions.ts";
import { allSteps } from "../workflow/subWorkflows.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { done, refuse } from "./answers.ts";
import type { Asked } from "./outside.ts";
import type { TabContext } from "./tabContext.ts";

/*
 * Consent to what a workflow may do. What needs the machine is asked of the runner, which derives the permissions
 * itself; what the tab does on its own, requests to hosts, is kept here, per origin. Workflows are frozen ones.
 */

/** What people allowed this tab to do: a list of permissions. */
const approvedSetting = "approved-permissions";

type Place = Pick<TabContext, "database" | "outside">;

export async function permissionsFor(
  { database, outside }: Place,
  workflow: Workflow,
): Promise<Answer<WorkflowPermissions>> {
  if (needsRunner(workflow)) return answerOf(await outside.runner.permissions(workflow));
  const permissions = permissionsOf(workflow);
  return done({
    digest: digestOf(workflow),
    hash: permissionsHash(permissions),
    permissions,
    missing: permissionsBeyond(await approved(database), permissions),
    workspaces: {},
    programs: {},
  });
}

/** Consent to exactly the permissions that were shown, by their hash. */
export async function approve({ database, outside }: Place, workflow: Workflow, hash: string): Promise<Answer<null>> {
  if (needsRunner(workflow)) return answerOf(await outside.runner.approve(workflow, hash));
  const permissions = permissionsOf(workflow);
  if (permissionsHash(permissions) !== hash) {
    return refuse("conflict", "What the workflow may do has changed meanwhile. Look at it again.");
  }
  const known = await approved(database);
  const all = [...known, ...permissionsBeyond(known, permissions)];
  await saveSetting(database, approvedSetting, all as unknown as Json);
  return done(null);
}

export function answerOf<T>(asked: Asked<T>): Answer<T> {
  if (asked.ok) return done(asked.value);
  return "refusal" in asked
    ? refuse("refused", asked.refusal.message)
    : refuse("runner-unreachable", asked.unreachable);
}

async function approved(database: Database): Promise<readonly Permission[]> {
  const kept = await loadSetting(database, approvedSetting);
  return Array.isArray(kept) ? (kept as unknown as readonly Permission[]) : [];
}

/** Whether the machine is needed; hosts and models may be reached by the tab itself. */
function needsRunner(workflow: Workflow): boolean {
  return (
    permissionsOf(workflow).some(({ kind }) => kind !== "host" && kind !== "model") ||
    allSteps(workflow).some(([, step]) => isByRunner(step))
  );
}

function isByRunner(step: Step): boolean {
  return (step.kind === "http" || step.kind === "agent") && step.config.via === "runner";
}
