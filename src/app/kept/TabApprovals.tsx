import { useEffect, useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { TabApproval } from "../../protocol/tabApproval.ts";
import { PermissionList } from "../../runs/PermissionList.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { plural } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { showToast } from "../../ui/toast.ts";
import { useLibrary } from "../libraryStore.ts";
import { routeHash } from "../route.ts";
import { KeptList, KeptRow } from "./KeptList.tsx";

/** What this browser itself was allowed: requests to hosts of workflows that need no runner. */
export function TabApprovals({ api }: { readonly api: EngineApi }) {
  const [approvals, setApprovals] = useState<readonly TabApproval[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [asked, setAsked] = useState<TabApproval | null>(null);
  const workflows = useLibrary((library) => library.workflows);
  useEffect(() => {
    let left = false;
    void api.tabApprovals().then((answer) => {
      if (left) return;
      if (answer.ok) setApprovals(answer.value);
      else setTrouble(answer.refusal.message);
    });
    return () => {
      left = true;
    };
  }, [api]);
  const hereOf = ({ workflowId }: TabApproval) => workflows?.find(({ id }) => id === workflowId);
  const nameOf = (approval: TabApproval) => hereOf(approval)?.name ?? approval.name ?? "A workflow without a name";
  const withdraw = async (approval: TabApproval) => {
    const answer = await api.withdrawTabApproval(approval.workflowId);
    if (answer.ok) setApprovals(answer.value);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };
  return (
    <>
      <h3 className="kept-part">In this browser</h3>
      {trouble !== null && <Notice tone="bad" title={trouble} />}
      {approvals.length === 0 && trouble === null && (
        <p className="kept-none">No workflow was allowed to send requests from this browser.</p>
      )}
      {approvals.length > 0 && (
        <KeptList label="Approvals of this browser">
          {approvals.map((approval) => {
            const here = hereOf(approval);
            const name = nameOf(approval);
            return (
              <KeptRow
                key={approval.workflowId}
                name={here ? <a href={routeHash({ kind: "workflow", workflow: here.id })}>{name}</a> : name}
                detail={
                  <>
                    {approval.at !== undefined && (
                      <>
                        allowed <RelativeTime at={approval.at} />
                      </>
                    )}
                    {workflows !== null && !here && " · the workflow is not in this browser"}
                  </>
                }
                actions={
                  <Button
                    size="small"
                    aria-label={`Withdraw what ${name} may do from this browser`}
                    onClick={() => setAsked(approval)}
                  >
                    Withdraw
                  </Button>
                }
              >
                <details>
                  <summary>{plural(approval.permissions.length, "host")}</summary>
                  <PermissionList
                    asked={{
                      digest: "",
                      hash: "",
                      permissions: approval.permissions,
                      missing: [],
                      workspaces: {},
                      programs: {},
                    }}
                  />
                </details>
              </KeptRow>
            );
          })}
        </KeptList>
      )}
      {asked !== null && (
        <ConfirmDialog
          open
          title={`Withdraw what “${nameOf(asked)}” may do?`}
          action="Withdraw"
          onClose={() => setAsked(null)}
          onConfirm={() => withdraw(asked)}
        >
          Its next run asks again. Steps of a run that goes on now are denied their requests.
        </ConfirmDialog>
      )}
    </>
  );
}
