import { Ellipsis } from "lucide-react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import { runWord } from "../runs/runStatus.ts";
import { IconButton } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { plural } from "../ui/format.ts";
import { Menu } from "../ui/Menu.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { showToast } from "../ui/toast.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { MiniPicture } from "./MiniPicture.tsx";
import { routeHash } from "./route.ts";
import { beginRun } from "./startFlow.ts";

/** With the workflows that its steps run. */
async function exportWhole(api: EngineApi, workflow: Workflow): Promise<void> {
  const [{ carryWorkflows }, { downloadWorkflow }] = await Promise.all([
    import("../workflow/carriedWorkflows.ts"),
    import("../editor/downloadWorkflow.ts"),
  ]);
  const load = async (id: string) => {
    const answer = await api.loadWorkflow(id);
    return answer.ok ? answer.value.workflow : null;
  };
  downloadWorkflow(await carryWorkflows(workflow, load));
}

/** A workflow of the start page: a small picture, its name, how its last run stands. */
export function WorkflowCard({
  api,
  workflow,
  onDelete,
}: {
  readonly api: EngineApi;
  readonly workflow: WorkflowSummary;
  readonly onDelete: () => void;
}) {
  const { id, name, steps, editedAt, lastRun } = workflow;
  const status = lastRun && runWord(lastRun);
  const load = async () => {
    const answer = await api.loadWorkflow(id);
    if (answer.ok) return answer.value.workflow;
    showToast({ tone: "bad", text: answer.refusal.message });
    return null;
  };
  return (
    <article className="workflow-card">
      <a className="workflow-link" href={routeHash({ kind: "workflow", workflow: id })}>
        <MiniPicture picture={workflow.picture} />
        <span className="workflow-name tw-cut" title={name}>
          {name}
        </span>
      </a>
      <div className="workflow-line">
        <span className="tw-cut">
          {plural(steps, "step")} · <RelativeTime at={editedAt} />
        </span>
        {status && (
          <Chip tone={status.tone} dot={status.tone === "run"}>
            {status.word}
            {lastRun?.trial?.pins !== undefined && " · with pins"}
          </Chip>
        )}
        <Menu
          align="end"
          trigger={<IconButton label={`More for ${name}`} size="small" icon={<Ellipsis aria-hidden />} />}
          entries={[
            {
              kind: "action",
              id: "run",
              label: "Run",
              onChoose: () =>
                void load().then((stored) => stored && beginRun(api, { workflowId: id, workflow: stored })),
            },
            {
              kind: "action",
              id: "export",
              label: "Export",
              onChoose: () =>
                void load().then((stored) => {
                  if (stored !== null) return exportWhole(api, stored);
                }),
            },
            { kind: "line", id: "line" },
            { kind: "action", id: "delete", label: "Delete", danger: true, onChoose: onDelete },
          ]}
        />
      </div>
    </article>
  );
}
