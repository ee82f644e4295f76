import { type ReactNode, useRef, useState } from "react";
import { Field } from "../ui/Field.tsx";
import { jsonText } from "../ui/jsonText.ts";
import { Select } from "../ui/Select.tsx";
import { TextArea } from "../ui/TextInput.tsx";
import { isJsonObject, type Json } from "../workflow/json.ts";
import { readJsonText } from "../workflow/jsonText.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { focusFirstInvalid } from "./focusFirstInvalid.ts";
import { type Change, changeKey } from "./forkDraft.ts";
import { draftOf, type FormDraft, type FormProblem, readDraft } from "./formDraft.ts";
import { needsYouOf, type OpenAsk } from "./needsYou.ts";
import { useHistory } from "./RunContext.ts";
import { SchemaForm } from "./SchemaForm.tsx";

/** What a person typed for one change; another change begins with what the run had. */
interface Typed {
  readonly of: string;
  readonly text?: string;
  readonly draft?: FormDraft;
  readonly choice?: string;
  readonly problems: readonly FormProblem[];
}

/** The value that is other in a fork: in the form in which it was asked for, where there is one, else as JSON. */
export function useForkValue(seq: number, change: Change, workflow: Workflow) {
  const ask = useAskBefore(seq, change);
  const form = useRef<HTMLDivElement>(null);
  const key = `${seq} ${changeKey(change)}`;
  const [kept, setTyped] = useState<Typed>({ of: key, problems: [] });
  const typed: Typed = kept.of === key ? kept : { of: key, problems: [] };
  const type = (part: Partial<Typed>) => setTyped({ ...typed, problems: [], ...part });
  const given = "value" in change ? change.value : null;
  const answered = change.kind === "answer" && isJsonObject(given) ? given : {};
  // Without form and choices a person answers with a text.
  const asked = ask && (ask.form ?? (ask.choices.length === 0 ? { type: "string" } : undefined));
  const schema = change.kind === "input" ? workflow.input : asked;
  const inForm = schema !== undefined || (ask !== undefined && ask.choices.length > 0);

  const earlier = change.kind === "answer" ? answered.value : given;
  const draft = "draft" in typed ? typed.draft : schema && draftOf(schema, earlier);
  const choice = typed.choice ?? (typeof answered.choice === "string" ? answered.choice : ask?.choices[0]);
  const edited = typed.text ?? jsonText(given);
  const [finding] = change.kind === "none" || inForm ? [] : readJsonText(edited).findings;

  /** `undefined`: something of it is wrong, and is said. */
  const read = (): Json | undefined => {
    if (change.kind === "none") return null;
    if (!inForm) return (readJsonText(edited).value ?? null) as Json;
    const reading = schema === undefined ? ({ ok: true, value: earlier ?? null } as const) : readDraft(schema, draft);
    if (!reading.ok) {
      setTyped({ ...typed, problems: reading.problems });
      focusFirstInvalid(form.current);
      return undefined;
    }
    if (change.kind !== "answer") return reading.value;
    return { value: reading.value, ...(choice !== undefined && { choice }) };
  };

  const element: ReactNode =
    change.kind === "none" ? null : inForm ? (
      <div ref={form} className="fork-form">
        {ask !== undefined && ask.choices.length > 0 && (
          <Field label="Choice">
            <Select
              value={choice ?? ""}
              onChange={(next) => type({ choice: next })}
              options={ask.choices.map((value) => ({ value, label: value }))}
            />
          </Field>
        )}
        {schema !== undefined && (
          <SchemaForm
            schema={schema}
            draft={draft}
            onChange={(next) => type({ draft: next })}
            problems={typed.problems}
            label={change.kind === "input" ? "Input" : "Answer"}
          />
        )}
      </div>
    ) : (
      <Field label={jsonLabels[change.kind]} error={finding?.message}>
        <TextArea className="fork-json" mono minRows={5} value={edited} onChange={(text) => type({ text })} />
      </Field>
    );
  return { element, finding, read };
}

const jsonLabels: Readonly<Record<Exclude<Change["kind"], "none">, string>> = {
  input: "Input, as JSON",
  event: "Data of the event, as JSON",
  answer: "Answer, as JSON",
  item: "Data of the event, as JSON",
};

/** The question whose answer the tick is, as it was asked; none where a part of it is kept elsewhere. */
function useAskBefore(seq: number, change: Change): OpenAsk | undefined {
  const { travel } = useHistory();
  if (change.kind !== "answer") return undefined;
  const { asks } = needsYouOf(travel.viewAt(seq - 1));
  const ask = asks.find((one) => one.ask === change.ask && one.step === change.step);
  return ask?.large === undefined && ask?.download === undefined ? ask : undefined;
}
