import { useRef, useState } from "react";
import type { Answer } from "../protocol/answer.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { Json, JsonSchema } from "../workflow/json.ts";
import { focusFirstInvalid } from "./focusFirstInvalid.ts";
import { draftOf, type FormDraft, type FormProblem, readDraft } from "./formDraft.ts";
import { SchemaForm } from "./SchemaForm.tsx";

/** Asks for what a step handed on that a person says succeeded: a form when its output has a schema, else JSON. */
export function SucceededDialog({
  title,
  schema = true,
  onDecide,
  onClose,
}: {
  readonly title: string;
  readonly schema?: JsonSchema | undefined;
  readonly onDecide: (output: Json) => Promise<Answer<null>>;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState<FormDraft>(() => draftOf(schema, undefined));
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const typed = (next: FormDraft) => {
    setDraft(next);
    if (problems.length === 0) return;
    const reading = readDraft(schema, next);
    setProblems(reading.ok ? [] : reading.problems);
  };
  const decide = async () => {
    const reading = readDraft(schema, draft);
    setRefused(null);
    if (!reading.ok) {
      setProblems(reading.problems);
      focusFirstInvalid(form.current);
      return;
    }
    setBusy(true);
    const answer = await onDecide(reading.value);
    setBusy(false);
    if (answer.ok) return onClose();
    setRefused(answer.refusal.message);
    setProblems((answer.refusal.problems ?? []).map(({ pointer, message }) => ({ pointer, message })));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="What it handed on. The steps behind it go on with this value."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" disabled={busy} onClick={() => void decide()}>
            Go on with this
          </Button>
        </>
      }
    >
      <div ref={form}>
        <SchemaForm schema={schema} draft={draft} onChange={typed} problems={problems} label="Output" />
      </div>
      {refused !== null && <Notice tone="bad" title={refused} />}
    </Dialog>
  );
}
