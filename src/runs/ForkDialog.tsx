import { type ReactNode, useEffect, useState } from "react";
import type { Refusal } from "../protocol/answer.ts";
import type { Fork, ForkForeseen, ForkMisfit } from "../protocol/fork.ts";
import type { StoredWorkflow } from "../protocol/storedWorkflow.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { formatCount, plural } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { NumberInput } from "../ui/NumberInput.tsx";
import { Select } from "../ui/Select.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { digestOf } from "../workflow/digest.ts";
import { stepTitle } from "../workflow/stepTitle.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { changeKey, changeName, changesAt, forkOf } from "./forkDraft.ts";
import { closeFork, type ForkStart } from "./forkStart.ts";
import { lineContext } from "./Journal.tsx";
import { brief, journalLine } from "./journalLine.ts";
import { MistakeList } from "./MistakeList.tsx";
import { useHistory, useNewest, useRunContext } from "./RunContext.ts";
import { useForkValue } from "./useForkValue.tsx";
import "./ForkDialog.css";

type Version = "frozen" | "now";

/** A new run from a moment of this one: where it begins, what is other in it, and what that will do. */
export function ForkDialog({ start }: { readonly start: ForkStart }) {
  const { api, stored, title, begin } = useRunContext();
  const { summary } = stored;
  const { history } = useHistory();
  const last = useNewest(({ seq }) => seq) ?? summary.seq;
  const [seq, setSeq] = useState(start.seq);
  const [version, setVersion] = useState<Version>("frozen");
  const [changed, setChanged] = useState(start.edit === undefined ? "none" : `item ${start.edit}`);
  const [paused, setPaused] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const newer = useNewerVersion();
  const workflow = version === "now" ? newer?.workflow : undefined;
  const foreseen = useForeseen(seq, workflow);
  const entry = history.entries[seq - 1];
  const changes = changesAt(entry?.tick, foreseen.known);
  const change = changes.find((each) => changeKey(each) === changed) ?? { kind: "none" };
  const other = useForkValue(seq, change, workflow ?? stored.workflow);
  const misfits = foreseen.known?.misfits ?? [];
  // What stands in the place of the tick begins before it, where something else is foreseen.
  const replaces = change.kind === "input" || change.kind === "event" || change.kind === "answer";
  const blocked = foreseen.refusal !== null && !replaces;
  const goTo = (next: number) => {
    setSeq(next);
    setChanged("none");
    setConfirmed(false);
  };
  const fork = async () => {
    const value = other.read();
    if (value === undefined) return;
    setBusy(true);
    setRefused(null);
    const asked: Fork = {
      ...forkOf(seq, change, value),
      ...(workflow && { workflow }),
      ...(paused && { paused: true }),
    };
    const answer = await begin(workflow ?? stored.workflow, () =>
      api.fork(summary.id, asked, ...(misfits.length > 0 && confirmed ? ([true] as const) : [])),
    );
    setBusy(false);
    if (answer === null) return closeFork();
    setRefused(answer);
  };
  return (
    <Dialog
      open
      onClose={closeFork}
      title={`Fork run ${summary.number}`}
      description={`A new run begins with the first ticks of this one and goes its own way. Run ${summary.number} stays as it is, and people are asked again.`}
      actions={
        <>
          <Button onClick={closeFork}>Back</Button>
          <Button
            variant="primary"
            disabled={busy || blocked || other.finding !== undefined || (misfits.length > 0 && !confirmed)}
            onClick={() => void fork()}
          >
            Fork
          </Button>
        </>
      }
    >
      <div className="fork">
        <Field
          label="After tick"
          aside={`of ${last}`}
          hint={entry ? journalLine(entry, lineContext(history, title, stored)).text : undefined}
        >
          <NumberInput value={seq} whole min={1} max={last} onChange={(next) => next !== null && goTo(next)} />
        </Field>
        {newer !== null && (
          <Field label="Workflow" hint={version === "now" ? "Its state is told anew under that version." : undefined}>
            <Select
              value={version}
              onChange={(next) => {
                setVersion(next);
                setConfirmed(false);
              }}
              options={[
                { value: "frozen", label: "As it was in this run" },
                { value: "now", label: "As it is now", note: `revision ${newer.revision}` },
              ]}
            />
          </Field>
        )}
        {changes.length > 1 && (
          <Field label="Change">
            <Select
              value={changeKey(change)}
              onChange={setChanged}
              options={changes.map((each) => ({
                value: changeKey(each),
                label: changeName(each, title),
                // Members of a batch are told apart by what they are.
                ...(each.kind === "item" && { note: brief(each.value) }),
              }))}
            />
          </Field>
        )}
        {other.element}
        <Checkbox
          label="Begin paused"
          hint="Nothing runs before you resume it."
          checked={paused}
          onChange={setPaused}
        />
        {!replaces && <Foreseen {...foreseen} workflow={workflow ?? stored.workflow} />}
        {misfits.length > 0 && (
          <Notice tone="wait" title="Not everything fits this version">
            <Misfits misfits={misfits} onGoTo={goTo} />
            <Checkbox label="Fork all the same" checked={confirmed} onChange={setConfirmed} />
          </Notice>
        )}
        {refused !== null && <Refused refusal={refused} workflow={workflow ?? stored.workflow} />}
      </div>
    </Dialog>
  );
}

/** Why there is no fork: what is wrong with the version it would have, each with its step, which leads to it. */
function Refused({ refusal, workflow }: { readonly refusal: Refusal; readonly workflow: Workflow }) {
  const { editorHref } = useRunContext();
  const show = (step: string, line: number | undefined): void => {
    closeFork();
    const at = line === undefined ? "" : `&line=${line}`;
    window.location.assign(`${editorHref}?step=${encodeURIComponent(step)}${at}`);
  };
  return (
    <Notice tone="bad" title={refusal.message}>
      <MistakeList
        problems={refusal.problems ?? []}
        workflow={workflow}
        onShow={editorHref === undefined ? undefined : show}
      />
    </Notice>
  );
}

/** What will happen, in words. */
function Foreseen({
  known,
  refusal,
  workflow,
}: {
  readonly known: ForkForeseen | null;
  readonly refusal: Refusal | null;
  readonly workflow: Workflow;
}) {
  const title = (step: StepId) => stepTitle(workflow, step);
  if (refusal !== null) return <Refused refusal={refusal} workflow={workflow} />;
  if (known === null) return <Spinner label="Looking at that moment …" />;
  const { begins, asks, uncertain } = known;
  if (begins.length + asks.length + uncertain.length === 0)
    return <p className="tw-muted">Nothing is under way there: the fork waits for an event.</p>;
  return (
    <dl className="fork-foreseen">
      <Part name="Begins">
        {countsOf(begins.map(({ step, event }) => `${title(step)}${event ? ` (${event})` : ""}`))}
      </Part>
      <Part name="Asks you again">{countsOf(asks.map(({ step }) => title(step)))}</Part>
      <Part name="You decide first">{countsOf(uncertain.map(({ step }) => title(step)))}</Part>
    </dl>
  );
}

/** What does not fit, what to do about it, and the way to a tick from which it does. */
function Misfits({
  misfits,
  onGoTo,
}: {
  readonly misfits: readonly ForkMisfit[];
  readonly onGoTo: (seq: number) => void;
}) {
  return (
    <ul className="fork-list">
      {misfits.map(({ text, todo, forkAt }) => (
        <li key={text}>
          {text} {todo !== undefined && <span className="tw-muted">{todo}</span>}
          {forkAt !== undefined && (
            <button type="button" className="link-button" onClick={() => onGoTo(forkAt)}>
              Go to tick {formatCount(forkAt)}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: readonly string[] }): ReactNode {
  if (children.length === 0) return null;
  const shown = children.slice(0, 8);
  const more = children.length - shown.length;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{`${shown.join(", ")}${more > 0 ? ` and ${plural(more, "other")}` : ""}`}</dd>
    </div>
  );
}

/** Each once, with how often when more than once. */
function countsOf(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name));
}

/** What a fork behind this tick does; asked anew with each change. */
function useForeseen(seq: number, workflow: Fork["workflow"]) {
  const { api, stored } = useRunContext();
  const { id } = stored.summary;
  const [state, setState] = useState<{ readonly known: ForkForeseen | null; readonly refusal: Refusal | null }>({
    known: null,
    refusal: null,
  });
  useEffect(() => {
    let left = false;
    setState({ known: null, refusal: null });
    const timer = setTimeout(() => {
      void api.foreseeFork(id, { seq, ...(workflow && { workflow }) }).then((answer) => {
        if (left) return;
        setState(answer.ok ? { known: answer.value, refusal: null } : { known: null, refusal: answer.refusal });
      });
    }, 120);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [api, id, seq, workflow]);
  return state;
}

/** The document as it is saved now, when it is here and another one than the run froze. */
function useNewerVersion(): StoredWorkflow | null {
  const { api, stored } = useRunContext();
  const { workflowId } = stored.summary;
  const [found, setFound] = useState<StoredWorkflow | null>(null);
  useEffect(() => {
    if (workflowId === undefined) return;
    let left = false;
    void api.loadWorkflow(workflowId).then((answer) => {
      if (!left && answer.ok && digestOf(answer.value.workflow) !== stored.digest) setFound(answer.value);
    });
    return () => {
      left = true;
    };
  }, [api, workflowId, stored.digest]);
  return found;
}
