import { Download } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { KindIcon } from "../editor/KindIcon.tsx";
import type { Refusal } from "../protocol/answer.ts";
import { Button } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { Field } from "../ui/Field.tsx";
import { formatDuration, formatExact } from "../ui/format.ts";
import { Markdown } from "../ui/Markdown.tsx";
import { Notice } from "../ui/Notice.tsx";
import { TextArea } from "../ui/TextInput.tsx";
import type { Json } from "../workflow/json.ts";
import { findStep } from "../workflow/subWorkflows.ts";
import { noteAnswered } from "./answerFate.ts";
import { defaultText } from "./defaultText.ts";
import { focusFirstInvalid } from "./focusFirstInvalid.ts";
import { draftOf, type FormDraft, type FormProblem, readDraft } from "./formDraft.ts";
import type { OfferedFile, OpenAsk } from "./needsYou.ts";
import { useRunContext, useRunTime } from "./RunContext.ts";
import { SchemaForm } from "./SchemaForm.tsx";
import { ValueView } from "./ValueView.tsx";

/** One question: what it shows, a form, and a button per choice. What is typed is kept per keystroke. */
export function AskCard({ ask }: { readonly ask: OpenAsk }) {
  const { api, stored, title, readOnly } = useRunContext();
  const runId = stored.summary.id;
  const step = findStep(stored.workflow, ask.step);
  const schema = ask.form;
  const { draft, change } = useDraft(`answer/${runId}/${ask.ask}`, () =>
    schema === undefined ? undefined : draftOf(schema, ask.prefill),
  );
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  // Without form and choices a person answers with a text.
  const plain = schema === undefined && ask.choices.length === 0 && ask.download === undefined;

  const read = (): { readonly ok: true; readonly value: Json } | { readonly ok: false } => {
    if (plain) return { ok: true, value: typeof draft === "string" ? draft : "" };
    if (schema === undefined) return { ok: true, value: null };
    const reading = readDraft(schema, draft);
    setProblems(reading.ok ? [] : reading.problems);
    return reading;
  };
  const send = async (choice?: string) => {
    const reading = read();
    if (!reading.ok) focusFirstInvalid(form.current);
    if (!reading.ok || busy) return;
    setBusy(true);
    setRefusal(null);
    noteAnswered(runId, ask, { value: reading.value, choice });
    const answer = await api.answer(runId, {
      step: ask.step,
      ask: ask.ask,
      value: reading.value,
      ...(choice !== undefined && { choice }),
    });
    setBusy(false);
    if (answer.ok) change(undefined);
    else {
      setRefusal(answer.refusal);
      setProblems((answer.refusal.problems ?? []).map(({ pointer, message }) => ({ pointer, message })));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ask.choices.length === 0 && ask.download === undefined) void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || ask.choices.length > 1) return;
    if (ask.download !== undefined) return;
    event.preventDefault();
    void send(ask.choices[0]);
  };
  const latest = useRef(draft);
  latest.current = draft;
  const typed = (next: FormDraft) => {
    latest.current = next;
    change(next);
    if (problems.length > 0 && schema !== undefined) {
      const reading = readDraft(schema, next);
      setProblems(reading.ok ? [] : reading.problems);
    }
  };
  return (
    <form ref={form} className="ask-card" aria-labelledby={heading} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <header className="ask-head">
        <KindIcon kind={step?.kind ?? "ask"} />
        <h2 id={heading}>{title(ask.step)}</h2>
        {ask.deadlineAt !== undefined && <Deadline at={ask.deadlineAt} />}
      </header>
      {ask.question !== "" && <Markdown text={ask.question} />}
      {ask.show !== undefined && <ValueView value={ask.show} label="What it shows" />}
      {ask.deadlineAt !== undefined && step?.kind === "ask" && step.config.default !== undefined && (
        <p className="tw-muted">Without an answer until then: {defaultText(step.config.default, schema)}</p>
      )}
      {schema !== undefined && (
        <SchemaForm
          schema={schema}
          draft={draft}
          onChange={typed}
          problems={problems}
          label="Answer"
          onPasted={() => {
            const reading = readDraft(schema, latest.current);
            setProblems(reading.ok ? [] : reading.problems);
          }}
        />
      )}
      {plain && (
        <Field label="Your answer">
          <TextArea value={typeof draft === "string" ? draft : ""} onChange={change} />
        </Field>
      )}
      {refusal && <Notice tone="bad" title={refusal.message} />}
      {!readOnly && (
        <div className="ask-buttons">
          {ask.download !== undefined ? (
            <DownloadButton file={ask.download} disabled={busy} onTaken={() => void send()} />
          ) : ask.choices.length === 0 ? (
            <Button variant="primary" type="submit" disabled={busy}>
              Answer
            </Button>
          ) : (
            ask.choices.map((choice, index) => (
              <Button
                key={choice}
                variant={index === 0 ? "primary" : "plain"}
                disabled={busy}
                onClick={() => void send(choice)}
              >
                {choice}
              </Button>
            ))
          )}
        </div>
      )}
    </form>
  );
}

/** Hands the file over, which is the answer. */
function DownloadButton({
  file,
  disabled,
  onTaken,
}: {
  readonly file: OfferedFile;
  readonly disabled: boolean;
  readonly onTaken: () => void;
}) {
  return (
    <Button
      variant="primary"
      icon={<Download aria-hidden />}
      disabled={disabled}
      onClick={() => {
        download(fileOf(file), file.name);
        onTaken();
      }}
    >
      Download
    </Button>
  );
}

function fileOf({ encoding, content }: OfferedFile): Blob {
  if (encoding === "utf8") return new Blob([content], { type: "text/plain;charset=utf-8" });
  return new Blob([Uint8Array.from(atob(content), (char) => char.charCodeAt(0))]);
}

function Deadline({ at }: { readonly at: number }) {
  const now = useRunTime();
  return (
    <span className="ask-deadline" title={formatExact(at)}>
      {at > now ? `due in ${formatDuration(Math.ceil((at - now) / 1000) * 1000)}` : "overdue"}
    </span>
  );
}

/** A draft that survives a reload. What is typed before the kept one arrives wins. */
function useDraft(key: string, initial: () => FormDraft) {
  const { api } = useRunContext();
  const [draft, setDraft] = useState<FormDraft>(initial);
  const touched = useRef(false);
  useEffect(() => {
    let left = false;
    void api.loadDraft(key).then((kept) => {
      if (!left && kept !== null && !touched.current) setDraft(kept);
    });
    return () => {
      left = true;
    };
  }, [api, key]);
  const change = (next: FormDraft) => {
    touched.current = true;
    setDraft(next);
    void api.saveDraft(key, next ?? null);
  };
  return { draft, change };
}
