import type { AttemptRequest, RunnerRefusal } from "../protocol/runnerApi.ts";
import { hookNamed } from "../workflow/hook.ts";
import { permissionsOf } from "../workflow/permissions.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { Call } from "./calls/call.ts";
import { callDeniedBecause } from "./calls/callConsent.ts";
import { deniedBecause } from "./consent.ts";
import { hookCallDeniedBecause, hookDeniedBecause } from "./hookConsent.ts";
import { parseAttemptKey } from "./parseAttempt.ts";
import { inWords } from "./permissionWords.ts";
import type { RunnerParts } from "./runnerParts.ts";
import { findPlace } from "./workspaces.ts";

/** Why a command may not run (T16). It looks at everything anew each time: consent may have been withdrawn. */
export async function attemptRefusal(
  parts: RunnerParts,
  key: string,
  request: AttemptRequest,
): Promise<RunnerRefusal | null> {
  const refusal = consentRefusal(parts, key, request, (workflow, step) => {
    const hook = hookNamed(step);
    return hook === undefined ? deniedBecause(workflow, step, request) : hookDeniedBecause(workflow, hook, request);
  });
  if (refusal !== null) return refusal;
  const place = await findPlace(parts.workspaces, request.workspace, request.cwd);
  return place.ok ? null : place.refusal;
}

/** The same for what the runner carries out itself. */
export async function callRefusal(parts: RunnerParts, key: string, call: Call): Promise<RunnerRefusal | null> {
  const refusal = consentRefusal(parts, key, call.request, (workflow, step) => {
    const hook = hookNamed(step);
    return hook === undefined ? callDeniedBecause(workflow, step, call) : hookCallDeniedBecause(workflow, hook, call);
  });
  if (refusal !== null || call.kind !== "file") return refusal;
  const place = await findPlace(parts.workspaces, call.request.workspace, undefined);
  return place.ok ? null : place.refusal;
}

/** Whether it is one of policy or consent (T16), not one of the machine. */
export function isDenial({ code }: RunnerRefusal): boolean {
  return code === "not-approved" || code === "denied";
}

function consentRefusal(
  { workflows, approvals }: RunnerParts,
  key: string,
  { digest, workflowId = digest }: { readonly digest: string; readonly workflowId?: string },
  denied: (workflow: Workflow, step: StepId) => string | null,
): RunnerRefusal | null {
  const workflow = workflows.get(digest);
  if (workflow === undefined) {
    return { code: "not-found", message: `The runner does not have the workflow ${digest}. Upload it first.` };
  }
  const denial = denied(workflow, parseAttemptKey(key)?.step ?? "");
  if (denial !== null) return { code: "denied", message: denial };
  const missing = approvals.missing(workflowId, permissionsOf(workflow));
  if (missing.length === 0) return null;
  return { code: "not-approved", message: `Not approved yet on this runner: ${missing.map(inWords).join("; ")}.` };
}
