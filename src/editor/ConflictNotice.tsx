import { useEffect, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";

/** Another tab saved this workflow meanwhile, or deleted it. Nothing is overwritten before the person says so. */
export function ConflictNotice({
  isThere,
  onKeepBoth,
  onTakeTheirs,
  onOverwrite,
  onSaveAgain,
}: {
  /** Whether there is a stored workflow that another tab saved. */
  readonly isThere: () => Promise<boolean>;
  readonly onKeepBoth: () => void;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  /** Stores it anew: there is nothing to overwrite. */
  readonly onSaveAgain: () => void;
}) {
  const [gone, setGone] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the conflict appears
  useEffect(() => {
    void isThere().then((there) => setGone(!there));
  }, []);
  if (gone)
    return (
      <Notice
        look="banner"
        tone="wait"
        title="This workflow was deleted while it was open here."
        actions={
          <Button size="small" variant="primary" onClick={onSaveAgain}>
            Save it again
          </Button>
        }
      >
        What you see here is not saved. It is lost when you close this tab.
      </Notice>
    );
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
