import { join } from "node:path";
import type { Approval, ProgramFile } from "../protocol/runnerApi.ts";
import type { Permission } from "../workflow/permission.ts";
import { byDefault, permissionsBeyond } from "../workflow/permissions.ts";
import { permissionsHash } from "../workflow/permissionsHash.ts";
import { readJsonFile, writeAtomically } from "./atomicFile.ts";
import type { Workspace } from "./workspaces.ts";

export interface Approvals {
  /** What of these nobody has approved yet for this workflow. */
  missing(workflowId: string, permissions: readonly Permission[]): readonly Permission[];
  approve(
    workflow: { readonly workflowId: string; readonly name?: string },
    permissions: readonly Permission[],
    programs?: Readonly<Record<string, ProgramFile>>,
  ): Promise<void>;
  /** The executable that a `programKey` meant when this workflow was last allowed to use it. */
  allowedProgram(workflowId: string, key: string): ProgramFile | undefined;
  /** Newest first. */
  list(): readonly Approval[];
  /** Those with this hash, or of this workflow, or both; neither: all. Answers how many. */
  withdraw(which?: { readonly hash?: string; readonly workflowId?: string }): Promise<number>;
}

/**
 * What people consented to, per workflow and in sets as they saw them. A workflow may run when one set of its own covers
 * all it needs: what was approved for another one, which may be a stranger's, is no consent to it.
 */
export function openApprovals(
  dataFolder: string,
  workspaces: readonly Workspace[],
  options: { readonly approveAll: boolean; readonly now: () => number },
): Approvals {
  const path = join(dataFolder, "approvals.json");

  /** Read each time, because `tickwork approvals withdraw` writes it while a runner is up. */
  function load(): readonly Approval[] {
    const file = readJsonFile(path);
    // A damaged file is no consent.
    if (file === undefined || file === "damaged") return [];
    const approvals = (file.value as { readonly approvals?: unknown } | null)?.approvals;
    return Array.isArray(approvals) ? (approvals as Approval[]).filter(isApproval) : [];
  }

  function save(approvals: readonly Approval[]): Promise<void> {
    return writeAtomically(path, JSON.stringify({ format: "tickwork/approvals@1", approvals }, null, 1));
  }

  return {
    missing(workflowId, permissions) {
      if (options.approveAll) return [];
      let best = permissions;
      for (const approval of load()) {
        if (approval.workflowId !== workflowId) continue;
        const known = approval.permissions.filter((given) => stillHere(given, approval, workspaces));
        const beyond = permissionsBeyond(known, permissions);
        if (beyond.length < best.length) best = beyond;
      }
      return best;
    },
    allowedProgram(workflowId, key) {
      const approval = load().find((each) => each.workflowId === workflowId && Object.hasOwn(each.programs ?? {}, key));
      return approval?.programs?.[key];
    },
    async approve({ workflowId, name }, permissions, programs = {}) {
      const hash = permissionsHash(permissions);
      const others = load().filter((approval) => approval.hash !== hash || approval.workflowId !== workflowId);
      await save([
        {
          workflowId,
          ...(name !== undefined && { name }),
          hash,
          permissions,
          workspaces: pathsOf(permissions, workspaces),
          programs,
          at: options.now(),
        },
        ...others,
      ]);
    },
    list: load,
    async withdraw({ hash, workflowId } = {}) {
      const before = load();
      const kept = before.filter(
        (approval) =>
          (hash !== undefined && approval.hash !== hash) ||
          (workflowId !== undefined && approval.workflowId !== workflowId),
      );
      if (kept.length < before.length) await save(kept);
      return before.length - kept.length;
    },
  };
}

/** Workspace name → real path here, of those that the permissions name and that exist. */
export function pathsOf(
  permissions: readonly Permission[],
  workspaces: readonly Workspace[],
): Readonly<Record<string, string>> {
  const paths = permissions.flatMap((permission) => {
    const path = permission.kind === "workspace" ? pathOf(permission.name, workspaces) : undefined;
    return permission.kind === "workspace" && path !== undefined ? [[permission.name, path] as const] : [];
  });
  return Object.fromEntries(paths);
}

function pathOf(name: string, workspaces: readonly Workspace[]): string | undefined {
  return (name === byDefault ? workspaces[0] : workspaces.find((workspace) => workspace.name === name))?.path;
}

/** Consent to a workspace is consent to the folder that the name meant. */
function stillHere(given: Permission, approval: Approval, workspaces: readonly Workspace[]): boolean {
  if (given.kind !== "workspace") return true;
  const then = Object.hasOwn(approval.workspaces, given.name) ? approval.workspaces[given.name] : undefined;
  return then === pathOf(given.name, workspaces);
}

function isApproval(value: Approval | null): boolean {
  return (
    typeof value?.hash === "string" &&
    // One of a time when consent was given to permissions alone is asked for again.
    typeof value.workflowId === "string" &&
    Array.isArray(value.permissions) &&
    typeof value.workspaces === "object" &&
    value.workspaces !== null
  );
}
