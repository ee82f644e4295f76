import type { ProgramFile } from "../protocol/runnerApi.ts";
import { allSteps } from "../workflow/subWorkflows.ts";
import { isTemplated } from "../workflow/template.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { findProgram, programDigest } from "./findProgram.ts";
import { findPlace, type Workspace } from "./workspaces.ts";

/*
 * What the names of programs meant when a person allowed a workflow to use them. Consent is to the name; when it means
 * another executable later, the end of the command says so.
 */

/** Under what a program is kept: a path in a workspace depends on the folder, a name only on `PATH`. */
export function programKey(name: string, folder: string): string {
  return name.includes("/") ? `${folder}\n${name}` : name;
}

/** The executables of a workflow's commands as they are now. What is not found, or in no known folder, is left out. */
export async function programsNow(
  workflow: Pick<Workflow, "steps">,
  workspaces: readonly Workspace[],
): Promise<Readonly<Record<string, ProgramFile>>> {
  const programs: Record<string, ProgramFile> = {};
  for (const [, step] of allSteps(workflow)) {
    if (step.kind !== "command") continue;
    const { argv, shell, workspace, cwd } = step.config;
    const name = shell?.program ?? argv?.[0];
    if (name === undefined || (cwd !== undefined && isTemplated(cwd))) continue;
    const place = await findPlace(workspaces, workspace, cwd);
    const path = place.ok ? await findProgram(name, place.folder, process.env) : undefined;
    if (!place.ok || path === undefined) continue;
    const digest = await programDigest(path);
    programs[programKey(name, place.folder)] = { path, ...(digest !== undefined && { digest }) };
  }
  return programs;
}

/** Whether a name means another executable than the one that was allowed, as far as both are known. */
export function isOtherProgram(allowed: ProgramFile, now: ProgramFile): boolean {
  if (allowed.path !== now.path) return true;
  return allowed.digest !== undefined && now.digest !== undefined && allowed.digest !== now.digest;
}
