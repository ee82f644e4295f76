import { Eye, RotateCcw, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Answer } from "../../protocol/answer.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { WorkflowVersion } from "../../protocol/storedWorkflow.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { formatExact, formatTime, plural } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { announce, showToast } from "../../ui/toast.ts";
import { compareWorkflows } from "../../workflow/compareWorkflows.ts";
import { becomeWorkflow } from "../../workflow/edits/document.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";
import { useDocument, useDocumentStore } from "../document/useDocument.ts";
import { DifferenceList } from "./DifferenceList.tsx";
import type { ShownVersion } from "./VersionCanvas.tsx";
import { versionMarks } from "./versionMarks.ts";
import "./versions.css";

/** The versions of a workflow that are kept: what changed in each, and how it differs from what stands here now. */
export function VersionPanel({
  id,
  api,
  saved,
  shown,
  onLook,
  onShow,
  onRestore,
  onCopy,
  onClose,
}: {
  readonly id: string;
  readonly api: Pick<EngineApi, "workflowVersions" | "loadVersion">;
  /** The revision on the canvas in the place of what is edited. */
  readonly shown: number | null;
  /** Puts a version on the canvas, to look at; `null`: what is edited again. */
  readonly onLook: (version: ShownVersion | null) => void;
  /** Read anew when it turns true: there may be a version more. */
  readonly saved: boolean;
  readonly onShow: (step: StepId) => void;
  /** Before a version comes in the place of what stands here now. */
  readonly onRestore: () => void;
  readonly onCopy: (workflow: Workflow, name: string) => void;
  readonly onClose: () => void;
}) {
  const [versions, setVersions] = useState<Answer<readonly WorkflowVersion[]> | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    if (!saved) return;
    let left = false;
    void api.workflowVersions(id).then((answer) => {
      if (!left) setVersions(answer);
    });
    return () => {
      left = true;
    };
  }, [api, id, saved]);
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <div className="tw-inspector-names">
          <h2>Versions</h2>
          <p>kept by themselves while you work; the older, the wider apart</p>
        </div>
        <IconButton label="Close the versions" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className="tw-inspector-body">
        {versions === null ? (
          <Spinner label="Loading the versions …" />
        ) : !versions.ok ? (
          <Notice tone="bad" title="The versions cannot be read.">
            {versions.refusal.message}
          </Notice>
        ) : (
          <ol className="tw-versions">
            {versions.value.map((version, index) => (
              <li key={version.revision} className="tw-version">
                <button
                  type="button"
                  className="tw-version-head"
                  aria-expanded={chosen === version.revision}
                  onClick={() => {
                    onLook(null);
                    setChosen(chosen === version.revision ? null : version.revision);
                  }}
                >
                  <span className="tw-version-when">
                    {index === 0 ? "Now" : <RelativeTime at={version.editedAt} />}
                    <small>
                      {index === 0 ? (
                        <RelativeTime at={version.editedAt} />
                      ) : (
                        // Of one day there are many.
                        `${formatTime(version.editedAt)} · ${plural(version.steps, "step")}`
                      )}
                    </small>
                  </span>
                  <span className="tw-version-what">
                    {version.changes === "" ? "The first version" : version.changes}
                  </span>
                </button>
                {chosen === version.revision && index > 0 && (
                  <VersionDetails
                    id={id}
                    api={api}
                    version={version}
                    isShown={shown === version.revision}
                    onLook={onLook}
                    onShow={onShow}
                    onRestore={onRestore}
                    onCopy={onCopy}
                  />
                )}
                {chosen === version.revision && index === 0 && (
                  <p className="tw-version-body tw-muted">This is what you see on the canvas.</p>
                )}
              </li>
            ))}
          </ol>
        )}
        {versions?.ok && versions.value.length === 1 && (
          <p className="tw-muted">There is only this one yet. An earlier one is kept with the next change.</p>
        )}
      </div>
    </div>
  );
}

function VersionDetails({
  id,
  api,
  version,
  isShown,
  onLook,
  onShow,
  onRestore,
  onCopy,
}: {
  readonly id: string;
  readonly api: Pick<EngineApi, "loadVersion">;
  readonly version: WorkflowVersion;
  readonly isShown: boolean;
  readonly onLook: (version: ShownVersion | null) => void;
  readonly onShow: (step: StepId) => void;
  readonly onRestore: () => void;
  readonly onCopy: (workflow: Workflow, name: string) => void;
}) {
  const store = useDocumentStore();
  const now = useDocument((state) => state.workflow);
  const [loaded, setLoaded] = useState<Answer<{ readonly workflow: Workflow }> | null>(null);
  useEffect(() => {
    let left = false;
    void api.loadVersion(id, version.revision).then((answer) => {
      if (!left) setLoaded(answer);
    });
    return () => {
      left = true;
    };
  }, [api, id, version.revision]);
  if (loaded === null)
    return (
      <div className="tw-version-body">
        <Spinner label="Loading this version …" />
      </div>
    );
  if (!loaded.ok)
    return (
      <div className="tw-version-body">
        <Notice tone="bad" title="This version cannot be read.">
          {loaded.refusal.message}
        </Notice>
      </div>
    );
  const then = loaded.value.workflow;
  const differences = compareWorkflows(then, now);
  const look = () =>
    onLook({
      revision: version.revision,
      workflow: then,
      editedAt: version.editedAt,
      marks: versionMarks(differences),
    });
  const restore = () => {
    const label = "restore a version";
    onLook(null);
    onRestore();
    store.apply(becomeWorkflow(store.getState().workflow, then, label));
    announce(`The version of ${formatExact(version.editedAt)} is restored`);
    showToast({
      tone: "ok",
      text: "Restored. What was here before stays as a version.",
      action: { label: "Undo", onChoose: () => store.undo() },
    });
  };
  return (
    <div className="tw-version-body">
      <p className="tw-muted">{formatExact(version.editedAt)}</p>
      <div className="tw-version-actions">
        <Button
          size="small"
          variant="primary"
          icon={<RotateCcw aria-hidden />}
          disabled={differences.length === 0}
          onClick={restore}
        >
          Restore
        </Button>
        <Button
          size="small"
          icon={<Eye aria-hidden />}
          aria-pressed={isShown}
          onClick={() => (isShown ? onLook(null) : look())}
        >
          On the canvas
        </Button>
        <Button size="small" onClick={() => onCopy(then, `${then.name} (earlier)`)}>
          Open as a copy
        </Button>
      </div>
      {differences.length === 0 ? (
        <p className="tw-muted">It is the same as what you see now.</p>
      ) : (
        <>
          <h3 className="tw-version-title">Changed since then</h3>
          <DifferenceList differences={differences} onShow={onShow} />
        </>
      )}
    </div>
  );
}
