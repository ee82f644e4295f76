import { useState } from "react";
import type { WaitingItem } from "../protocol/fork.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { jsonText } from "../ui/jsonText.ts";
import { Notice } from "../ui/Notice.tsx";
import { TextArea } from "../ui/TextInput.tsx";
import { readJsonText } from "../workflow/jsonText.ts";
import { useRunContext } from "./RunContext.ts";

/** Other data for the event of an item that waits. The journal says what it was, and who changed it. */
export function ChangeEventDialog({ item, onClose }: { readonly item: WaitingItem; readonly onClose: () => void }) {
  const { api, stored, title } = useRunContext();
  const [text, setText] = useState(() => jsonText(item.data));
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { value, findings } = readJsonText(text);
  const [finding] = findings;
  const change = async () => {
    if (value === undefined) return;
    setBusy(true);
    const answer = await api.changeEvent(stored.summary.id, item.item, value);
    setBusy(false);
    if (answer.ok) onClose();
    else setRefused(answer.refusal.message);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${item.event} for “${title(item.step)}”`}
      description="The step begins with this data. What led here stays as it was."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button
            variant="primary"
            disabled={busy || finding !== undefined || value === undefined}
            onClick={() => void change()}
          >
            Change
          </Button>
        </>
      }
    >
      <Field label="Data, as JSON" error={finding?.message}>
        <TextArea mono minRows={6} value={text} onChange={setText} />
      </Field>
      {refused !== null && <Notice tone="bad" title={refused} />}
    </Dialog>
  );
}
