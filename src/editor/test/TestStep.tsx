import { FlaskConical, Pin, RotateCcw, Square } from "lucide-react";
import { useRef, useState } from "react";
import type { Answer } from "../../protocol/answer.ts";
import type { StepTest, TestedStep } from "../../protocol/stepTest.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip, type Tone } from "../../ui/Chip.tsx";
import { CodeText } from "../../ui/CodeText.tsx";
import { Field } from "../../ui/Field.tsx";
import { formatDuration } from "../../ui/format.ts";
import { JsonView } from "../../ui/JsonView.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { announce } from "../../ui/toast.ts";
import { changeStep } from "../../workflow/edits/steps.ts";
import type { Json } from "../../workflow/json.ts";
import { canPin } from "../../workflow/pins.ts";
import type { Step, StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { JsonInput } from "../inspector/JsonInput.tsx";
import { Section } from "../inspector/Section.tsx";
import { type Given, givenFor } from "./givenValues.ts";
import "./TestStep.css";

/** What was given to a step of a workflow last time, as long as the page lives: who comes back finds it. */
const givenBefore = new Map<string, Given>();

type State =
  | { readonly kind: "ready" }
  | { readonly kind: "running"; readonly id: string }
  | { readonly kind: "done"; readonly answer: Answer<TestedStep> };

/** Carries the step out once, by itself, with an event that a person gives it. Nothing of it is a run. */
export function TestStep({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const { tester, lastRun, lastValues, runUpTo, workflowId } = useEditor();
  const store = useDocumentStore();
  const place = `${workflowId} ${id}`;
  const [given, setGiven] = useState<Given>(
    () => givenBefore.get(place) ?? givenFor(store.getState().workflow, id, lastRun, lastValues),
  );
  const [state, setState] = useState<State>({ kind: "ready" });
  const latest = useRef("");
  const change = (next: Given) => {
    givenBefore.set(place, next);
    setGiven(next);
  };
  if (tester === undefined || step.kind === "workflow")
    return (
      <Notice title="This step needs a run around it.">
        It runs another workflow.{" "}
        <button type="button" className="tw-link" onClick={() => runUpTo(id)}>
          Run up to here
        </button>{" "}
        instead.
      </Notice>
    );
  const run = async () => {
    const testId = crypto.randomUUID();
    latest.current = testId;
    setState({ kind: "running", id: testId });
    const answer = await tester.test(testOf(testId, id, step, given, store.getState().workflow), () => void run());
    if (latest.current !== testId) return;
    setState({ kind: "done", answer });
    announce(answer.ok ? `Test: ${ends[answer.value.end].word}` : answer.refusal.message);
  };
  const types = step.accepts ?? [];
  return (
    <div className="tw-test">
      <p className="tw-muted">
        Runs this step alone with what stands here. Nothing of it is stored, and nothing follows
        {step.forEach === undefined ? "" : "; of its list one element is taken"}.
      </p>
      {step.needs === undefined && types.length > 1 && (
        <Field label="Event">
          <Select
            value={given.type ?? types[0] ?? "Start"}
            onChange={(type) => change({ ...given, type })}
            options={types.map((type) => ({ value: type, label: type }))}
          />
        </Field>
      )}
      {step.needs === undefined && (
        <Field
          label={step.kind === "join" ? "Events that it gathers" : "Data of the event"}
          aside={given.type ?? "Start"}
        >
          <JsonInput value={given.data} onChange={(data) => change({ ...given, data: data ?? null })} />
        </Field>
      )}
      <Section title="What else it sees" summary="input, earlier steps, store" open={step.needs !== undefined}>
        <Field label="Around it" hint="input, steps (what each handed on), store; item and index inside of a list.">
          <JsonInput value={given.around} onChange={(around) => change({ ...given, around: around ?? {} })} />
        </Field>
      </Section>
      <div className="tw-test-actions">
        {state.kind === "running" ? (
          <Button icon={<Square aria-hidden />} onClick={() => tester.stop(state.id)}>
            Stop the test
          </Button>
        ) : (
          <Button variant="primary" icon={<FlaskConical aria-hidden />} onClick={() => void run()}>
            Test this step
          </Button>
        )}
        <Button
          variant="quiet"
          icon={<RotateCcw aria-hidden />}
          onClick={() => {
            givenBefore.delete(place);
            setGiven(givenFor(store.getState().workflow, id, lastRun, lastValues));
          }}
        >
          {lastRun === null ? "Begin anew" : "As in the last run"}
        </Button>
      </div>
      {state.kind === "done" && (
        <TestResult
          answer={state.answer}
          onPin={
            canPin(step)
              ? (output) => store.apply(changeStep(store.getState().workflow, id, { pinned: output }, "pin an output"))
              : undefined
          }
        />
      )}
    </div>
  );
}

const ends: Readonly<Record<TestedStep["end"], { readonly tone: Tone; readonly word: string }>> = {
  success: { tone: "ok", word: "success" },
  failure: { tone: "bad", word: "failed" },
  stopped: { tone: "neutral", word: "stopped" },
  waits: { tone: "wait", word: "waits" },
};

function TestResult({
  answer,
  onPin,
}: {
  readonly answer: Answer<TestedStep>;
  readonly onPin: ((output: Json) => void) | undefined;
}) {
  if (!answer.ok)
    return (
      <Notice
        tone={answer.refusal.code === "needs-permission" ? "wait" : "bad"}
        title={<CodeText text={answer.refusal.message} />}
      />
    );
  const { end, output, events, failure, waitsFor, logs, store, ms } = answer.value;
  const { tone, word } = ends[end];
  return (
    <section className="tw-test-result" aria-label="Result of the test">
      <p>
        <Chip tone={tone} dot>
          {word}
        </Chip>{" "}
        <span className="tw-muted">in {formatDuration(ms)}</span>
      </p>
      {failure !== undefined && (
        <Notice tone={end === "stopped" ? "wait" : "bad"} title={<CodeText text={failure.message} />}>
          {end === "failure" ? failure.name : null}
          {failure.place && `, line ${failure.place.line}`}
        </Notice>
      )}
      {waitsFor !== undefined && (
        <p>
          It did its part and waits for <CodeText text={waitsFor} />.
        </p>
      )}
      {output !== undefined && (
        <>
          <h3 className="tw-last-head">It handed on</h3>
          <JsonView value={output} label="Output of the test" />
          {onPin !== undefined && (
            <Button size="small" icon={<Pin aria-hidden />} onClick={() => onPin(output)}>
              Pin this output
            </Button>
          )}
        </>
      )}
      {events.length > 0 && (
        <p className="tw-muted">
          Would be sent: <CodeText text={countedTypes(events)} />
        </p>
      )}
      {store !== undefined && (
        <>
          <h3 className="tw-last-head">The store would be</h3>
          <JsonView value={store} label="Store after the test" />
        </>
      )}
      {logs.length > 0 && (
        <>
          <h3 className="tw-last-head">Log</h3>
          <pre className="tw-test-log">{logs.map(({ text }) => text).join("\n")}</pre>
        </>
      )}
    </section>
  );
}

function countedTypes(events: TestedStep["events"]): string {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => `\`${type}\`${count === 1 ? "" : ` × ${count}`}`).join(", ");
}

function testOf(testId: string, id: StepId, step: Step, given: Given, workflow: StepTest["workflow"]): StepTest {
  const around = (typeof given.around === "object" && given.around !== null ? given.around : {}) as Readonly<
    Record<string, Json>
  >;
  const { input = null, steps, store = {}, item, index } = around;
  const { type = "Start", data } = given;
  const gathered = step.kind === "join" && Array.isArray(data);
  const isElement = item !== undefined || step.forEach !== undefined;
  return {
    id: testId,
    workflow,
    step: id,
    ...(step.needs === undefined && {
      event: gathered ? { type: "Batch", events: data as StepTest["event"] & [] } : { type, data },
    }),
    input,
    steps: (typeof steps === "object" && steps !== null && !Array.isArray(steps) ? steps : {}) as StepTest["steps"],
    store,
    ...(isElement && { element: { item: item ?? null, index: typeof index === "number" ? index : 0 } }),
  };
}
