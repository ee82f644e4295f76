import { useEffect, useMemo, useRef, useState } from "react";
import type { RunnerOffers } from "../../editor/editorContext.ts";
import type { OpenDocument } from "../../editor/openDocument.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { StoredWorkflow } from "../../protocol/storedWorkflow.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { bindNames, namesOfMachine } from "../../workflow/edits/bindNames.ts";
import { applyEdit } from "../../workflow/edits/edit.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { KeptList, KeptRow } from "../kept/KeptList.tsx";
import { SecretDialog } from "../kept/SecretDialog.tsx";
import type { Kept } from "../kept/useKept.ts";
import { referencedWorkflows } from "./brought.ts";
import { YoursPermissions } from "./YoursPermissions.tsx";
import "../kept/kept.css";

/**
 * What a workflow of somebody else names on their machine, and what those name that its steps run, to be bound to this
 * one; and what it may do. Nothing runs.
 */
export function MakeItYours(props: YoursProps) {
  const { api, document, onClose } = props;
  const workflow = useMemo(() => document.workflow(), [document]);
  const [inner, setInner] = useState<readonly StoredWorkflow[] | null>(null);
  useEffect(() => {
    let left = false;
    void referencedWorkflows(api, workflow).then((found) => {
      if (!left) setInner(found);
    });
    return () => {
      left = true;
    };
  }, [api, workflow]);
  if (inner !== null) return <YoursDialog {...props} workflow={workflow} inner={inner} />;
  return (
    <Dialog open onClose={onClose} title="Make it yours">
      <Spinner label="Reading the workflows that it runs …" />
    </Dialog>
  );
}

interface YoursProps {
  readonly api: EngineApi;
  readonly id: string;
  readonly document: OpenDocument;
  readonly offers: RunnerOffers;
  readonly kept: Kept;
  /** It was looked at and is taken as it is chosen here. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function YoursDialog({
  api,
  id,
  document,
  workflow,
  inner,
  offers: { workspaces, models, secrets },
  kept,
  onDone,
  onClose,
}: YoursProps & {
  readonly workflow: Workflow;
  /** Those that its steps run by their ids. */
  readonly inner: readonly StoredWorkflow[];
}) {
  const found = useMemo(() => namesOfMachine(workflow, ...inner.map((each) => each.workflow)), [workflow, inner]);
  const [workspace, setWorkspace] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [model, setModel] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [setting, setSetting] = useState<string | null>(null);
  const done = useRef<HTMLButtonElement>(null);
  const bindings = useMemo(() => ({ workspace, model }), [workspace, model]);
  const edit = bindNames(workflow, bindings);
  const changed = inner.filter((each) => bindNames(each.workflow, bindings).changes.length > 0);
  // What it will ask for when all is as it is chosen here.
  const bound = useMemo(() => {
    const bind = (each: Workflow) => applyEdit(each, bindNames(each, bindings)).workflow;
    return { workflow: bind(workflow), inner: inner.map((each) => ({ ...each, workflow: bind(each.workflow) })) };
  }, [workflow, inner, bindings]);
  const changes = edit.changes.length + changed.length > 0;
  const nothing = found.workspaces.length + found.models.length + found.secrets.length === 0;
  const apply = async () => {
    if (edit.changes.length > 0) document.apply(edit);
    onDone();
    onClose();
    if (changes) showToast({ tone: "ok", text: "The workflow names what is on your machine now." });
    for (const { id: other, revision, workflow: before } of changed) {
      const after = applyEdit(before, bindNames(before, bindings)).workflow;
      const answer = await api.saveWorkflow({ id: other, basedOn: revision, workflow: after });
      if (!answer.ok) showToast({ tone: "bad", text: `“${before.name}” stays as it was: ${answer.refusal.message}` });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make it yours"
      initialFocus={done}
      description="What this workflow names that your machine may call otherwise. Nothing runs, and nothing is allowed by this."
      actions={
        <>
          {changes && <Button onClick={onClose}>Close</Button>}
          <Button ref={done} variant="primary" onClick={() => void apply()}>
            {changes ? "Apply" : "Done"}
          </Button>
        </>
      }
    >
      {changed.length > 0 && (
        <Notice title={`Changes ${changed.map(({ workflow: { name } }) => `“${name}”`).join(", ")} too`}>
          A step of this workflow runs it.
        </Notice>
      )}
      {workspaces === null && !nothing && (
        <Notice title="No runner is connected">
          Names can be written by hand. With the runner you choose from what it has.
        </Notice>
      )}
      {found.workspaces.map((name) => (
        <Binding
          key={name}
          what="Workspace"
          name={name}
          known={workspaces?.map((entry) => entry.name) ?? null}
          byDefault="the runner’s first one"
          value={workspace.get(name)}
          onBind={(bound) => setWorkspace((last) => new Map([...last, [name, bound]]))}
        />
      ))}
      {found.models.map((name) => (
        <Binding
          key={name}
          what="Model"
          name={name}
          known={models?.map((entry) => entry.name) ?? null}
          byDefault="the default one"
          value={model.get(name)}
          onBind={(bound) => setModel((last) => new Map([...last, [name, bound]]))}
        />
      ))}
      {found.secrets.length > 0 && (
        <section aria-label="Secrets of this workflow" className="yours-part">
          <h3>Secrets</h3>
          <KeptList label="Secrets that it names">
            {found.secrets.map((name) => {
              const isSet = secrets?.includes(name) ?? false;
              return (
                <KeptRow
                  key={name}
                  name={name}
                  mono
                  mark={secrets !== null && <Chip tone={isSet ? "ok" : "wait"}>{isSet ? "set" : "not set"}</Chip>}
                  actions={
                    secrets !== null &&
                    !isSet && (
                      <Button size="small" aria-label={`Set ${name}`} onClick={() => setSetting(name)}>
                        Set
                      </Button>
                    )
                  }
                />
              );
            })}
          </KeptList>
        </section>
      )}
      <section aria-label="What it may do" className="yours-part">
        <h3>What it will ask to do</h3>
        <YoursPermissions api={api} id={id} workflow={bound.workflow} inner={bound.inner} />
      </section>
      {setting !== null && (
        <SecretDialog kept={kept} name={setting} isNew taken={[]} onClose={() => setSetting(null)} />
      )}
    </Dialog>
  );
}

/** One name of theirs, and the one of this machine that stands for it. */
function Binding({
  what,
  name,
  known,
  byDefault,
  value,
  onBind,
}: {
  readonly what: "Workspace" | "Model";
  readonly name: string;
  /** `null`: nobody can be asked. */
  readonly known: readonly string[] | null;
  readonly byDefault: string;
  readonly value: string | null | undefined;
  readonly onBind: (bound: string | null) => void;
}) {
  const label = `${what} “${name}”`;
  const chosen = value === undefined ? name : value;
  if (known === null)
    return (
      <Field label={label} hint={`Empty: ${byDefault}.`}>
        <TextInput mono value={chosen ?? ""} onChange={(text) => onBind(text === "" ? null : text)} />
      </Field>
    );
  const isHere = known.includes(name);
  return (
    <Field label={label} aside={isHere ? "is here" : "is not here"}>
      <Select
        value={chosen ?? ""}
        onChange={(text) => onBind(text === "" ? null : text)}
        options={[
          { value: name, label: name, ...(!isHere && { note: "as it is; not on this runner" }) },
          ...known.filter((other) => other !== name).map((other) => ({ value: other, label: other })),
          { value: "", label: byDefault },
        ]}
      />
    </Field>
  );
}
