import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { ConflictNotice } from "./ConflictNotice.tsx";
import type { Saving } from "./document/useAutosave.ts";
import type { WholeWorkflow } from "./useWholeWorkflow.ts";

/** What is said above the canvas: where the workflow came from, and why it is not saved. */
export function EditorNotices({
  saving,
  newest,
  whole,
  onForeignSeen,
}: {
  readonly saving: Saving;
  readonly newest: number | undefined;
  readonly whole: WholeWorkflow;
  readonly onForeignSeen: (() => void) | undefined;
}) {
  const { makeYours } = whole;
  return (
    <>
      {makeYours && onForeignSeen && (
        <Notice
          look="banner"
          title="This workflow came from a file."
          actions={
            <>
              <Button size="small" onClick={onForeignSeen}>
                Not now
              </Button>
              <Button size="small" onClick={makeYours}>
                Make it yours
              </Button>
            </>
          }
        >
          It names workspaces, models, secrets or hosts. Look at them before its first run; nothing has run yet.
        </Notice>
      )}
      {saving.state.kind === "saved" && newest !== undefined && newest > saving.revision && (
        <Notice
          look="banner"
          title="Another tab changed this workflow."
          actions={
            <Button size="small" onClick={whole.takeTheirs}>
              Show theirs
            </Button>
          }
        >
          What you see here is older. Nothing of theirs is overwritten by what you change.
        </Notice>
      )}
      {saving.state.kind === "conflict" && (
        <ConflictNotice
          isThere={whole.isStored}
          onSaveAgain={whole.saveAgain}
          onKeepBoth={whole.keepYours}
          onTakeTheirs={whole.takeTheirs}
          onOverwrite={whole.overwrite}
        />
      )}
      {saving.state.kind === "failed" && (
        <Notice
          look="banner"
          tone="bad"
          title={`Not saved: ${saving.state.refusal.message}`}
          actions={
            <>
              <Button size="small" onClick={whole.exportAsItStands}>
                Export a copy
              </Button>
              <Button size="small" onClick={saving.saveNow}>
                Save now
              </Button>
            </>
          }
        >
          It is tried again by itself. Export the workflow before you close this tab.
        </Notice>
      )}
    </>
  );
}
