import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

/** Another tab saved this workflow meanwhile. Nothing is overwritten before the person says so. */
export function ConflictNotice({
  onKeepBoth,
  onTakeTheirs,
  onOverwrite,
}: {
  readonly onKeepBoth: () => void;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
}) {
  return (
    <Notice
      look="banner"
      tone="wait"
      title="Another tab saved this workflow."
      actions={
        <>
          <Button size="small" onClick={onTakeTheirs}>
            Show theirs
          </Button>
          <Button size="small" onClick={onOverwrite}>
            Replace theirs
          </Button>
          <Button size="small" variant="primary" onClick={onKeepBoth}>
            Keep both
          </Button>
        </>
      }
    >
      What you see here is not saved. Keeping both saves yours as a copy.
    </Notice>
  );
}
