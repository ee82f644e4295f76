import type { Answer } from "../protocol/answer.ts";
import type { RunnerStatus } from "../protocol/libraryUpdate.ts";
import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import type { TabApproval } from "../protocol/tabApproval.ts";
import type { Database } from "../storage/Database.ts";
import { loadSetting, saveSetting } from "../storage/values.ts";
import { digestOf } from "../workflow/digest.ts";
import { canBeDoneByPerson } from "../workflow/filesByPerson.ts";
import type { Json } from "../workflow/json.ts";
import { needsRunner } from "../workflow/needsRunner.ts";
import type { Permission } from "../workflow/permission.ts";
import { permissionsBeyond, permissionsOf } from "../workflow/permissions.ts";
import { permissionsHash } from "../workflow/permissionsHash.ts";
import { allSteps } from "../workflow/subWorkflows.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { answerOf, done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

/*
 * Consent to what a workflow may do, given to that workflow: by its id, and by its digest where it has none. What needs
 * the machine is asked of the runner, which derives the permissions itself; what the tab does on its own, requests to
 * hosts, is kept here, per origin. Workflows are frozen ones.
 */

/** What people allowed workflows to do in this tab. */
const approvedSetting = "approved-permissions";

/** Of one workflow. */
type Approved = TabApproval;

/** Ids of workflows whose consent the runner must take back before it is asked about them again. */
const withdrawnSetting = "withdrawn-consent";

type Place = Pick<TabContext, "database" | "outside">;

export async function permissionsFor(
  { database, outside }: Place,
  workflow: Workflow,
  workflowId?: string,
): Promise<Answer<WorkflowPermissions>> {
  const left = leftToMachines(workflow, outside.runner.status);
  if (needsRunner(left)) {
    const settled = await settleWithdrawal({ database, outside }, workflowId);
    return settled.ok ? answerOf(await outside.runner.permissions(workflow, workflowId)) : settled;
  }
  const permissions = permissionsOf(left);
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
  const left = leftToMachines(workflow, outside.runner.status);
  if (needsRunner(left)) {
    const settled = await settleWithdrawal({ database, outside }, workflowId);
    return settled.ok ? answerOf(await outside.runner.approve(workflow, hash, workflowId)) : settled;
  }
  const permissions = permissionsOf(left);
  if (permissionsHash(permissions) !== hash) {
    return refuse("conflict", "What the workflow may do has changed meanwhile. Look at it again.");
  }
  const id = workflowId ?? digestOf(workflow);
  const known = await approved(database);
  const own = permissionsAmong(known, id);
  const all: readonly Approved[] = [
    ...known.filter((entry) => entry.workflowId !== id),
    {
      workflowId: id,
      name: workflow.name,
      permissions: [...own, ...permissionsBeyond(own, permissions)],
      at: Date.now(),
    },
  ];
  await saveSetting(database, approvedSetting, all as unknown as Json);
  return done(null);
}

/** What this browser was allowed, newest first. */
export async function tabApprovals({ database }: Pick<Place, "database">): Promise<readonly TabApproval[]> {
  return (await approved(database)).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/** Answers what is left. */
export async function withdrawTabApproval(
  place: Pick<Place, "database">,
  workflowId: string,
): Promise<readonly TabApproval[]> {
  const rest = (await approved(place.database)).filter((entry) => entry.workflowId !== workflowId);
  await saveSetting(place.database, approvedSetting, rest as unknown as Json);
  return tabApprovals(place);
}

/**
 * Why a run may not do this now, though it could when it began (T16): the consent to it was taken back. Whoever gave it
 * is asked again: the runner, or this browser. A runner that is away has taken nothing back that anybody here could
 * know of, so that what needs it not goes on without it.
 */
export async function withdrawnSince(
  { database, outside }: Place,
  run: { readonly workflow: Workflow; readonly workflowId?: string },
  permission: Permission,
): Promise<string | null> {
  const { workflow, workflowId } = run;
  const isGiven = (missing: readonly Permission[]) => permissionsBeyond(missing, [permission]).length > 0;
  if (needsRunner(leftToMachines(workflow, outside.runner.status))) {
    const asked = await outside.runner.permissions(workflow, workflowId);
    return !asked.ok || isGiven(asked.value.missing) ? null : "What the runner had allowed the workflow was withdrawn.";
  }
  const known = permissionsAmong(await approved(database), workflowId ?? digestOf(workflow));
  if (permissionsBeyond(known, [permission]).length === 0) return null;
  return needsRunner({
    steps: Object.fromEntries(allSteps(workflow)),
    ...(workflow.hooks && { hooks: workflow.hooks }),
  })
    ? "The runner that allowed this was forgotten meanwhile, and this browser was not asked itself. Pair with it again, or run the workflow anew, which asks."
    : "What this browser was allowed to do for the workflow was withdrawn.";
}

/**
 * What stands under this id from now on starts at zero. Durable here at once; the runner, which may be away, takes its
 * part back before it is asked about the workflow again.
 */
export async function withdrawConsent(place: Place, workflowId: string): Promise<void> {
  const { database } = place;
  const rest = (await approved(database)).filter((entry) => entry.workflowId !== workflowId);
  await saveSetting(database, approvedSetting, rest as unknown as Json);
  await saveSetting(database, withdrawnSetting, [...new Set([...(await withdrawn(database)), workflowId])]);
  // Nobody waits for a runner that may be away; whatever fails here is done before the next question.
  void settleWithdrawal(place, workflowId).catch(() => {});
}

async function settleWithdrawal({ database, outside }: Place, workflowId: string | undefined): Promise<Answer<null>> {
  if (workflowId === undefined || !(await withdrawn(database)).includes(workflowId)) return done(null);
  const answer = answerOf(await outside.runner.withdraw(workflowId));
  if (answer.ok) {
    const rest = (await withdrawn(database)).filter((id) => id !== workflowId);
    await saveSetting(database, withdrawnSetting, rest);
  }
  return answer;
}

async function withdrawn(database: Database): Promise<readonly string[]> {
  const kept = await loadSetting(database, withdrawnSetting);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
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

type Frozen = Pick<Workflow, "steps" | "hooks">;

/**
 * All steps, those of inner workflows too, without the ones that a person carries out in a tab that is paired with no
 * runner: a file that somebody chooses or saves is asked about by itself.
 */
function leftToMachines(workflow: Workflow, runner: RunnerStatus): Frozen {
  const isAlone = runner.kind === "unpaired";
  const steps = allSteps(workflow).filter(
    ([, step]) => step.kind !== "workflow" && !(isAlone && canBeDoneByPerson(step)),
  );
  return { steps: Object.fromEntries(steps), ...(workflow.hooks && { hooks: workflow.hooks }) };
}
