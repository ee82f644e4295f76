import { type ReactNode, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

/** Asks before something that cannot be undone. The focus starts on the way back. */
export function ConfirmDialog({
  open,
  title,
  children,
  action,
  onConfirm,
  onClose,
}: {
  readonly open: boolean;
  readonly title: ReactNode;
  /** What will be gone. */
  readonly children: ReactNode;
  /** The word on the button. */
  readonly action: string;
  /** The dialog closes when it resolves. */
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="narrow"
      initialFocus={back}
      description={children}
      actions={
        <>
          <Button ref={back} onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    />
  );
}
