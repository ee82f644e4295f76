import { Suspense, useId, useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { CodeText } from "../../../ui/CodeText.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { loadLater } from "../../../ui/loadLater.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { addPort, changeStep } from "../../../workflow/edits/steps.ts";
import { jsonPointer } from "../../../workflow/jsonPointer.ts";
import { portsOf } from "../../../workflow/kinds.ts";
import { typesIn } from "../../../workflow/names.ts";
import type { StepId, StepOf, Workflow } from "../../../workflow/workflow.ts";
import { useDocument, useDocumentStore } from "../../document/useDocument.ts";
import { useEditor } from "../../editorContext.ts";
import { FixButtons } from "../../problems/FixButtons.tsx";
import { arrivalsAt, type LastValues } from "../arrivals/arrivals.ts";
import { shapeOfSchema } from "../arrivals/shape.ts";
import type { CodeNames } from "../code/codeOffers.ts";
import { missingOutputs, portForType } from "../code/missingOutputs.ts";
import { typesText } from "../code/typesText.ts";
import type { KindFormProps } from "../kindForm.ts";

/** CodeMirror is half of the editor's weight: it comes with the first code step that is looked at. */
const CodeEditor = loadLater(() => import("../CodeEditor.tsx").then((module) => module.CodeEditor));

export function CodeForm({ id, step, config, onConfig }: KindFormProps<"code">) {
  const store = useDocumentStore();
  const { problems, takeLine, lastValues } = useEditor();
  const [showsTypes, setShowsTypes] = useState(false);
  const typesId = useId();
  const own = useMemo(() => {
    const pointer = jsonPointer(["steps", id, "config", "source"]);
    return problems.filter((problem) => problem.pointer === pointer);
  }, [problems, id]);
  return (
    <div className="tw-field">
      <div className="tw-field-head">
        <span className="tw-field-label">Code</span>
        <span className="tw-field-aside">TypeScript or JavaScript</span>
        <button
          type="button"
          className="tw-link tw-field-tool"
          aria-expanded={showsTypes}
          aria-controls={typesId}
          onClick={() => setShowsTypes(!showsTypes)}
        >
          Types
        </button>
      </div>
      <Suspense fallback={<div className="tw-code-place" />}>
        <CodeEditor
          key={id}
          label="Code"
          language="typescript"
          value={config.source}
          problems={own}
          takeLine={() => takeLine(id)}
          onChange={(source) => onConfig({ source })}
          names={() => namesFor(store.getState().workflow, id, lastValues)}
        />
      </Suspense>
      {own.map((problem) => (
        <p
          key={problem.message}
          className={classNames("tw-field-error", problem.severity === "warning" && "tw-field-warning")}
        >
          <CodeText text={problem.message} /> <FixButtons problem={problem} />
        </p>
      ))}
      {own.length === 0 && (
        <p className="tw-field-hint">
          <code>export default (event, ctx) =&gt; …</code> – what it returns goes out of <em>done</em>.
        </p>
      )}
      {step.kind === "code" && <MissingOutputs id={id} step={step} />}
      <div id={typesId}>{showsTypes && <Types id={id} />}</div>
    </div>
  );
}

/** What the code can be sure of, as declarations. */
function Types({ id }: { readonly id: StepId }) {
  const workflow = useDocument((state) => state.workflow);
  const { lastValues } = useEditor();
  const text = useMemo(() => typesText(namesFor(workflow, id, lastValues)), [workflow, id, lastValues]);
  return (
    <section aria-label="Types of this step">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre className="tw-types" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

/** Outputs that the code names and the step lacks, with a button that adds them. */
function MissingOutputs({ id, step }: { readonly id: StepId; readonly step: StepOf<"code"> }) {
  const store = useDocumentStore();
  return missingOutputs(step).map((missing) => {
    const name = missing.kind === "port" ? missing.port : missing.type;
    const add = () => {
      const { workflow } = store.getState();
      if (missing.kind === "port") store.apply(addPort(workflow, id, missing.port));
      else {
        const port = portForType(missing.type, portsOf(step));
        store.apply(changeStep(workflow, id, { emits: { ...step.emits, [port]: missing.type } }, "add output"));
      }
    };
    return (
      <Notice
        key={name}
        tone="wait"
        title={
          missing.kind === "port" ? `The step has no output “${name}”` : `No output of the step hands on “${name}”`
        }
        actions={
          <Button size="small" onClick={add}>
            Add output
          </Button>
        }
      >
        Returned as it is, the step fails.
      </Notice>
    );
  });
}

function namesFor(workflow: Workflow, id: StepId, last: LastValues): CodeNames {
  const step = workflow.steps[id];
  return {
    roots: arrivalsAt(workflow, id, last),
    steps: Object.keys(workflow.steps),
    ports: step === undefined ? [] : portsOf(step).filter((port) => port !== "error"),
    events: [...typesIn(workflow)].filter((type) => !["Ask", "Answer", "Batch", "OneOfEach"].includes(type)),
    output: step?.output === undefined ? undefined : shapeOfSchema(step.output),
  };
}
