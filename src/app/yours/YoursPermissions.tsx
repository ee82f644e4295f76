import { useEffect, useState } from "react";
import type { Answer } from "../../protocol/answer.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { WorkflowPermissions } from "../../protocol/runnerApi.ts";
import type { StoredWorkflow } from "../../protocol/storedWorkflow.ts";
import { PermissionList } from "../../runs/PermissionList.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { inlineWorkflows, notChosen } from "../../workflow/inlineWorkflows.ts";
import { permissionsOf } from "../../workflow/permissions.ts";
import { permissionsHash } from "../../workflow/permissionsHash.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** What it may do, as the runner derives it; while none answers, as the documents say it. */
export function YoursPermissions({
  api,
  id,
  workflow,
  inner,
}: {
  readonly api: EngineApi;
  readonly id: string;
  readonly workflow: Workflow;
  readonly inner: readonly StoredWorkflow[];
}) {
  const [answer, setAnswer] = useState<Answer<WorkflowPermissions> | null>(null);
  useEffect(() => {
    let left = false;
    void asOneDocument(workflow, inner, id)
      .then((whole) => api.permissions(whole, id))
      .then((next) => {
        if (!left) setAnswer(next);
      });
    return () => {
      left = true;
    };
  }, [api, id, workflow, inner]);
  if (answer === null) return <Spinner label="Reading what it may do …" />;
  if (answer.ok && answer.value.permissions.length > 0) return <PermissionList asked={answer.value} />;
  const permissions = permissionsOf(asOne([workflow, ...inner.map((each) => each.workflow)]));
  if (permissions.length === 0) return <p className="kept-none">Nothing outside of this tab.</p>;
  return <PermissionList asked={unasked(permissions)} />;
}

/** With the workflows that its steps run, as they are here: those that are stored may say something else yet. */
async function asOneDocument(workflow: Workflow, inner: readonly StoredWorkflow[], id: string): Promise<Workflow> {
  const inlined = await inlineWorkflows(
    workflow,
    async (named) => {
      const found = inner.find((each) => each.id === named);
      return found === undefined ? notChosen : { key: named, workflow: found.workflow };
    },
    id,
  );
  return inlined.ok ? inlined.workflow : workflow;
}

/** All steps and hooks under names of their own, as far as permissions look at them. */
function asOne(workflows: readonly Workflow[]): Pick<Workflow, "steps" | "hooks"> {
  const named = <T,>(of: (workflow: Workflow) => Readonly<Record<string, T>>) =>
    Object.fromEntries(
      workflows.flatMap((each, n) => Object.entries(of(each)).map(([name, value]) => [`${n}/${name}`, value])),
    );
  return { steps: named(({ steps }) => steps), hooks: named(({ hooks = {} }) => hooks) };
}

function unasked(permissions: WorkflowPermissions["permissions"]): WorkflowPermissions {
  return {
    digest: "",
    hash: permissionsHash(permissions),
    permissions,
    missing: permissions,
    workspaces: {},
    programs: {},
  };
}
