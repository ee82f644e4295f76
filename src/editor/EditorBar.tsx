import {
  Copy,
  Download,
  EllipsisVertical,
  History,
  Pin,
  Play,
  Redo2,
  Trash2,
  TriangleAlert,
  Undo2,
  UserCheck,
} from "lucide-react";
import { Button, IconButton } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Menu } from "../ui/Menu.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { InTopBar } from "../ui/topBarSlots.tsx";
import { changeWorkflow } from "../workflow/edits/document.ts";
import { pinnedSteps } from "../workflow/pins.ts";
import { saveText } from "./document/autosave.ts";
import type { Saving } from "./document/useAutosave.ts";
import { useDocument, useDocumentStore } from "./document/useDocument.ts";
import { useEditor } from "./editorContext.ts";
import { CommitInput } from "./inspector/CommitInput.tsx";
import type { RunWay } from "./runWay.ts";
import type { WholeWorkflow } from "./useWholeWorkflow.ts";
import "./EditorBar.css";

/** What the editor puts into the top bar: the name, whether it is saved, and what can be done with the whole. */
export function EditorBar({
  saving,
  whole,
  onRun,
  onVersions,
}: {
  readonly saving: Saving;
  readonly whole: WholeWorkflow;
  readonly onRun: (way?: RunWay) => void;
  /** Left out: earlier versions are kept nowhere. */
  readonly onVersions: (() => void) | undefined;
}) {
  const store = useDocumentStore();
  const { actions } = useEditor();
  const name = useDocument((state) => state.workflow.name);
  const pins = useDocument(({ workflow }) => pinnedSteps(workflow).length);
  const canUndo = useDocument((state) => state.past.length > 0);
  const canRedo = useDocument((state) => state.future.length > 0);
  const trouble = saving.state.kind === "failed" || saving.state.kind === "conflict";
  return (
    <>
      <InTopBar place="middle">
        <a className="tw-crumb" href="#/">
          Workflows
        </a>
        <span className="tw-crumb-line" aria-hidden>
          /
        </span>
        <div className="tw-crumb-name">
          <CommitInput
            aria-label="Name of the workflow"
            value={name}
            onCommit={(text) => {
              if (text.trim() === "") return "A workflow needs a name.";
              store.apply(changeWorkflow(store.getState().workflow, { name: text.trim() }, "rename workflow"));
              return null;
            }}
          />
        </div>
        <output
          className={trouble ? "tw-save tw-save-trouble" : "tw-save"}
          data-save={saving.state.kind}
          title={saveText(saving.state)}
        >
          {trouble && <TriangleAlert aria-hidden />}
          <span className="tw-cut">{saveText(saving.state)}</span>
        </output>
      </InTopBar>
      <InTopBar place="actions">
        <IconButton
          label="Undo"
          shortcut="Ctrl Z"
          icon={<Undo2 aria-hidden />}
          disabled={!canUndo}
          onClick={actions.undo}
        />
        <IconButton
          label="Redo"
          shortcut="Ctrl Shift Z"
          icon={<Redo2 aria-hidden />}
          disabled={!canRedo}
          onClick={actions.redo}
        />
        <IconButton label="Export" icon={<Download aria-hidden />} onClick={whole.exportFile} />
        <Menu
          align="end"
          trigger={<IconButton label="More about this workflow" icon={<EllipsisVertical aria-hidden />} />}
          entries={[
            ...(onVersions === undefined
              ? []
              : [
                  {
                    kind: "action" as const,
                    id: "versions",
                    label: "Versions …",
                    note: "what changed; restore any of them",
                    icon: <History aria-hidden />,
                    onChoose: onVersions,
                  },
                ]),
            {
              kind: "action",
              id: "copy",
              label: "Make a copy",
              icon: <Copy aria-hidden />,
              onChoose: whole.keepCopy,
            },
            ...(whole.makeYours === undefined
              ? []
              : [
                  {
                    kind: "action" as const,
                    id: "yours",
                    label: "Make it yours …",
                    note: "workspaces, models, secrets, permissions",
                    icon: <UserCheck aria-hidden />,
                    onChoose: whole.makeYours,
                  },
                ]),
            { kind: "line", id: "line" },
            {
              kind: "action",
              id: "delete",
              label: "Delete workflow …",
              icon: <Trash2 aria-hidden />,
              danger: true,
              onChoose: whole.remove,
            },
          ]}
        />
        {pins > 0 && (
          <Tooltip
            text={`${plural(pins, "pinned output")} ${pins === 1 ? "stands" : "stand"} for ${pins === 1 ? "its step" : "their steps"}`}
          >
            <Button icon={<Pin aria-hidden />} onClick={() => onRun({ withPins: true })}>
              Run with pins
            </Button>
          </Tooltip>
        )}
        <Button variant="primary" icon={<Play aria-hidden />} onClick={() => onRun()}>
          Run
        </Button>
      </InTopBar>
    </>
  );
}
