import { useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { Approval, WorkflowPermissions } from "../../protocol/runnerApi.ts";
import { PermissionList } from "../../runs/PermissionList.tsx";
import { Button } from "../../ui/Button.tsx";
import { plural } from "../../ui/format.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { useLibrary } from "../libraryStore.ts";
import { routeHash } from "../route.ts";
import { type AskedChange, ConfirmChange } from "./ConfirmChange.tsx";
import { KeptList, KeptRow } from "./KeptList.tsx";
import { KeptSection } from "./KeptSection.tsx";
import { TabApprovals } from "./TabApprovals.tsx";
import type { Kept } from "./useKept.ts";

export function ApprovalSettings({ api, kept }: { readonly api: EngineApi; readonly kept: Kept }) {
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const workflows = useLibrary((library) => library.workflows);
  return (
    <KeptSection
      title="Approvals"
      about="What you allowed workflows to do. After a withdrawal the next run asks again; a command that runs now goes on, and no other one of its run begins."
      kept={kept}
      more={<TabApprovals api={api} />}
    >
      {({ approvals }) =>
        approvals.length === 0 ? (
          <p className="kept-none">Nothing was allowed yet.</p>
        ) : (
          <>
            <KeptList label="Approvals">
              {approvals.map((approval) => {
                const here = workflows?.find(({ id }) => id === approval.workflowId);
                const name = here?.name ?? approval.name ?? "A workflow without a name";
                return (
                  <KeptRow
                    key={`${approval.workflowId} ${approval.hash}`}
                    name={here ? <a href={routeHash({ kind: "workflow", workflow: here.id })}>{name}</a> : name}
                    detail={
                      <>
                        allowed <RelativeTime at={approval.at} />
                        {!here && " · the workflow is not in this browser"}
                      </>
                    }
                    actions={
                      <Button
                        size="small"
                        aria-label={`Withdraw what ${name} may do`}
                        onClick={() => setAsked(withdrawal(approval, name))}
                      >
                        Withdraw
                      </Button>
                    }
                  >
                    <details>
                      <summary>{plural(approval.permissions.length, "permission")}</summary>
                      <PermissionList asked={asAsked(approval)} />
                    </details>
                  </KeptRow>
                );
              })}
            </KeptList>
            {approvals.length > 1 && (
              <Button
                onClick={() =>
                  setAsked({
                    title: "Withdraw everything that was allowed?",
                    action: "Withdraw all",
                    consequence: "Each workflow that needs this machine asks again before its next run.",
                    change: { kind: "withdraw-all-approvals" },
                  })
                }
              >
                Withdraw all
              </Button>
            )}
            <ConfirmChange asked={asked} kept={kept} onClose={() => setAsked(null)} />
          </>
        )
      }
    </KeptSection>
  );
}

function withdrawal({ hash, workflowId }: Approval, name: string): AskedChange {
  return {
    title: `Withdraw what “${name}” may do?`,
    action: "Withdraw",
    consequence: "Its next run asks again for what no other approval of it covers.",
    change: { kind: "withdraw-approval", hash, workflowId },
  };
}

function asAsked({ hash, permissions, workspaces }: Approval): WorkflowPermissions {
  return { digest: "", hash, permissions, missing: [], workspaces, programs: {} };
}
