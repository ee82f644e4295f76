import type { ReactNode } from "react";
import type { KeptChange } from "../../protocol/runnerKept.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { showToast } from "../../ui/toast.ts";
import type { Kept } from "./useKept.ts";

/** What is asked before something of the runner is gone. */
export interface AskedChange {
  readonly title: string;
  readonly action: string;
  readonly consequence: ReactNode;
  readonly change: KeptChange;
}

export function ConfirmChange({
  asked,
  kept,
  onClose,
}: {
  readonly asked: AskedChange | null;
  readonly kept: Kept;
  readonly onClose: () => void;
}) {
  if (asked === null) return null;
  return (
    <ConfirmDialog
      open
      title={asked.title}
      action={asked.action}
      onClose={onClose}
      onConfirm={async () => {
        const refusal = await kept.change(asked.change);
        if (refusal !== null) showToast({ tone: "bad", text: refusal });
      }}
    >
      {asked.consequence}
    </ConfirmDialog>
  );
}
