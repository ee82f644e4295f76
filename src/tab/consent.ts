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
import { answerOf, done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

/*
 * Consent to what a workflow may do, given to that workflow: by its id, and by its digest where it has none. What needs
 * the machine is asked of the runner, which derives the permissions itself; what the tab does on its own, requests to
 * hosts, is kept here, per origin. Workflows are frozen ones.
 */

/** What people allowed workflows to do in this tab. */
const approvedSetting = "approved-permissions";

interface Approved {
  readonly workflowId: string;
  readonly permissions: readonly Permission[];
}

type Place = Pick<TabContext, "database" | "outside">;

export async function permissionsFor(
  { database, outside }: Place,
  workflow: Workflow,
  workflowId?: string,
): Promise<Answer<WorkflowPermissions>> {
  if (needsRunner(workflow)) return answerOf(await outside.runner.permissions(workflow, workflowId));
  const permissions = permissionsOf(workflow);
  const digest = digestOf(workflow);
  const known = await approved(database);
  return done({
    digest,
    hash: permissionsHash(permissions),
    permissions,
    missing: permissionsBeyond(permissionsAmong(known, workflowId ?? digest), permissions),
    workspaces: {},
    programs: {},
  });
}

/** Consent to exactly the permissions that were shown, by their hash. */
export async function approve(
  { database, outside }: Place,
  { workflow, hash, workflowId }: { readonly workflow: Workflow; readonly hash: string; readonly workflowId?: string },
): Promise<Answer<null>> {
  if (needsRunner(workflow)) return answerOf(await outside.runner.approve(workflow, hash, workflowId));
  const permissions = permissionsOf(workflow);
  if (permissionsHash(permissions) !== hash) {
    return refuse("conflict", "What the workflow may do has changed meanwhile. Look at it again.");
  }
  const id = workflowId ?? digestOf(workflow);
  const known = await approved(database);
  const own = permissionsAmong(known, id);
  const all: readonly Approved[] = [
    ...known.filter((entry) => entry.workflowId !== id),
    { workflowId: id, permissions: [...own, ...permissionsBeyond(own, permissions)] },
  ];
  await saveSetting(database, approvedSetting, all as unknown as Json);
  return done(null);
}

async function approved(database: Database): Promise<readonly Approved[]> {
  const kept = await loadSetting(database, approvedSetting);
  const entries = Array.isArray(kept) ? (kept as unknown as readonly Partial<Approved>[]) : [];
  return entries.filter(
    (entry): entry is Approved => typeof entry.workflowId === "string" && Array.isArray(entry.permissions),
  );
}

function permissionsAmong(known: readonly Approved[], workflowId: string): readonly Permission[] {
  return known.find((entry) => entry.workflowId === workflowId)?.permissions ?? [];
}

/** Whether the machine is needed; hosts may be reached by the tab itself. */
function needsRunner(workflow: Workflow): boolean {
  return (
    permissionsOf(workflow).some(({ kind }) => kind !== "host") ||
    allSteps(workflow).some(([, step]) => isByRunner(step))
  );
}

function isByRunner(step: Step): boolean {
  return step.kind === "http" && step.config.via === "runner";
}
