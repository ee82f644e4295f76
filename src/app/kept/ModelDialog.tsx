import { type FormEvent, useId, useRef, useState } from "react";
import type { ModelEntry } from "../../protocol/runnerKept.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { type ModelDraft, modelDraft, modelProblems, newSecret, settingsOf } from "./modelDraft.ts";
import type { Kept } from "./useKept.ts";

/** Adds a model or changes one; its key may be put into a new secret on the way. */
export function ModelDialog({
  kept,
  model,
  models,
  secrets,
  onClose,
}: {
  readonly kept: Kept;
  /** Left out: a new one. */
  readonly model: ModelEntry | undefined;
  readonly models: readonly ModelEntry[];
  readonly secrets: readonly string[];
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState<ModelDraft>(() => modelDraft(model, models));
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const form = useId();
  const set = (part: Partial<ModelDraft>) => setDraft((last) => ({ ...last, ...part }));
  const problems = modelProblems(draft, { isNew: model === undefined, models, secrets });
  const errorOf = (field: keyof ModelDraft) => (tried ? problems[field] : undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    // The key first: a model that names a secret that is not there would fail its first step.
    const refusedKey =
      draft.key === newSecret
        ? await kept.change({ kind: "set-secret", name: draft.secret, value: draft.value })
        : null;
    if (refusedKey === null && draft.key === newSecret) set({ key: draft.secret, value: "" });
    const refused =
      refusedKey ?? (await kept.change({ kind: "set-model", name: draft.name, settings: settingsOf(draft) }));
    setBusy(false);
    setRefusal(refused);
    if (refused !== null) return;
    showToast({ tone: "ok", text: `The model ${draft.name} is ${model === undefined ? "added" : "changed"}` });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={model === undefined ? "Add a model" : `Change ${model.name}`}
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" type="submit" form={form} disabled={busy}>
            {model === undefined ? "Add" : "Change"}
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="bad" title={refusal} />}
      <form id={form} className="kept-form" noValidate onSubmit={(event) => void save(event)}>
        {model === undefined && (
          <Field label="Name" hint="As steps name it." error={errorOf("name")}>
            <TextInput ref={first} mono value={draft.name} onChange={(name) => set({ name })} placeholder="writer" />
          </Field>
        )}
        <Field label="Address" hint="The base of its API; without a key in it." error={errorOf("url")}>
          <TextInput
            {...(model !== undefined && { ref: first })}
            mono
            type="url"
            value={draft.url}
            onChange={(url) => set({ url })}
            placeholder="https://api.example.org/v1"
          />
        </Field>
        <Field label="Model" aside="optional" hint="What the server calls it, when that is not its name here.">
          <TextInput mono value={draft.model} onChange={(name) => set({ model: name })} placeholder={draft.name} />
        </Field>
        <Field label="Key">
          <Select
            value={draft.key}
            onChange={(key) => set({ key })}
            options={[
              { value: "", label: "none", note: "as local servers want it" },
              ...secrets.map((name) => ({ value: name, label: name })),
              ...(draft.key !== "" && draft.key !== newSecret && !secrets.includes(draft.key)
                ? [{ value: draft.key, label: draft.key, note: "is not set" }]
                : []),
              { value: newSecret, label: "A new secret …" },
            ]}
          />
        </Field>
        {draft.key === newSecret && (
          <div className="kept-pair">
            <Field label="Name of the secret" error={errorOf("secret")}>
              <TextInput mono value={draft.secret} onChange={(secret) => set({ secret })} placeholder="API_KEY" />
            </Field>
            <Field label="Value of the key" error={errorOf("value")}>
              <TextInput
                type="password"
                autoComplete="new-password"
                value={draft.value}
                onChange={(value) => set({ value })}
              />
            </Field>
          </div>
        )}
        <Checkbox
          label="The default"
          hint="Steps without a model take it."
          checked={draft.isDefault}
          onChange={(isDefault) => set({ isDefault })}
        />
      </form>
    </Dialog>
  );
}
