import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { nameProblem } from "./secretNames.ts";
import type { Kept } from "./useKept.ts";

/** Sets a secret. What is typed is sent to the runner, and nothing on the page keeps it. */
export function SecretDialog({
  kept,
  name: known,
  isNew = known === "",
  taken,
  onClose,
}: {
  readonly kept: Kept;
  /** Of the secret whose value is set; empty: the person names it. */
  readonly name: string;
  /** It has no value yet. */
  readonly isNew?: boolean;
  readonly taken: readonly string[];
  readonly onClose: () => void;
}) {
  const isNamed = known !== "";
  const [name, setName] = useState(known);
  const [value, setValue] = useState("");
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const form = useId();
  const wrongName = isNamed ? null : nameProblem(name, taken);
  const wrongValue = value === "" ? "Put the value here." : null;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongName !== null || wrongValue !== null) return;
    setBusy(true);
    const refused = await kept.change({ kind: "set-secret", name, value });
    setBusy(false);
    setRefusal(refused);
    if (refused !== null) return;
    showToast({ tone: "ok", text: `The secret ${name} is set` });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNamed ? `${isNew ? "Set" : "Replace"} ${known}` : "Add a secret"}
      width="narrow"
      initialFocus={first}
      description={isNew ? undefined : "The value that it has now is gone then; nobody can read it here."}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" type="submit" form={form} disabled={busy}>
            {isNew ? "Set" : "Replace"}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="bad" title={refusal} />}
      <form id={form} className="kept-form" noValidate onSubmit={(event) => void save(event)}>
        {!isNamed && (
          <Field
            label="Name"
            hint="As steps write it: {{ secret.NAME }}"
            error={tried && wrongName !== null ? wrongName : undefined}
          >
            <TextInput ref={first} mono value={name} onChange={setName} placeholder="API_KEY" />
          </Field>
        )}
        <Field label="Value" error={tried && wrongValue !== null ? wrongValue : undefined}>
          <TextInput
            {...(isNamed && { ref: first })}
            type="password"
            autoComplete="new-password"
            value={value}
            onChange={setValue}
          />
        </Field>
      </form>
    </Dialog>
  );
}
