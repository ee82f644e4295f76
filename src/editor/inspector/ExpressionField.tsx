import { Braces } from "lucide-react";
import { type ReactNode, Suspense, useId, useRef } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { CodeText } from "../../ui/CodeText.tsx";
import { classNames } from "../../ui/classNames.ts";
import { loadLater } from "../../ui/loadLater.ts";
import type { Path } from "../../workflow/condition.ts";
import { jsonPointer } from "../../workflow/jsonPointer.ts";
import type { Problem } from "../../workflow/problem.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { arrivalsAt } from "./arrivals/arrivals.ts";
import type { ExpressionEditorHandle } from "./ExpressionEditor.tsx";

/** CodeMirror is half of the editor's weight: it comes with the first field that needs it. */
const ExpressionEditor = loadLater(() => import("./ExpressionEditor.tsx").then((module) => module.ExpressionEditor));

/**
 * A field for one JSONata expression, or for a template: a text with `{{ JSONata }}` in it. It completes what can
 * really arrive at the step, and says below what is wrong.
 */
export function ExpressionField({
  step,
  path,
  language,
  label,
  aside = language === "template" ? "template" : "expression",
  hint,
  hideLabel = false,
  value,
  onChange,
  placeholder = "",
  oneLine = false,
  focused = false,
  onEnter,
}: {
  readonly step: StepId;
  /** Keys from the step down to the text: what is wrong with it is found there. */
  readonly path: Path;
  readonly language: "expression" | "template";
  readonly label: string;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  readonly oneLine?: boolean;
  /** Takes the focus when it appears. */
  readonly focused?: boolean;
  /** Of a field of one line. */
  readonly onEnter?: () => void;
}) {
  const editor = useRef<ExpressionEditorHandle>(null);
  const store = useDocumentStore();
  const { problems, lastValues } = useEditor();
  const pointer = jsonPointer(["steps", step, ...path]);
  const problem = problems.find((one) => one.pointer === pointer);
  const said = problem === undefined ? "" : sentence(problem);
  const noteId = useId();
  return (
    <div className="tw-field">
      <div className={hideLabel ? "tw-hidden" : "tw-field-head"}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse, as a label is */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the text itself takes the keys */}
        <span className="tw-field-label" onClick={() => editor.current?.focus()}>
          {label}
        </span>
        <span className="tw-field-aside">{aside}</span>
      </div>
      <div className="tw-template">
        <Suspense fallback={<div className="tw-expression tw-expression-place">{value}</div>}>
          <ExpressionEditor
            ref={editor}
            value={value}
            onChange={onChange}
            language={language}
            label={label}
            placeholder={placeholder}
            oneLine={oneLine}
            focused={focused}
            onEnter={onEnter}
            problem={problem}
            description={said !== "" ? said : typeof hint === "string" ? hint : ""}
            roots={() => arrivalsAt(store.getState().workflow, step, lastValues, path)}
          />
        </Suspense>
        <IconButton
          label={`Insert a value into ${label}`}
          size="small"
          icon={<Braces aria-hidden />}
          onClick={() => editor.current?.offer()}
        />
      </div>
      {problem !== undefined ? (
        <p id={noteId} className={classNames("tw-field-error", problem.severity === "warning" && "tw-field-warning")}>
          <CodeText text={said} />
        </p>
      ) : (
        hint !== undefined && <p className="tw-field-hint">{hint}</p>
      )}
    </div>
  );
}

/** What the compiler of expressions said, without where it stands: that is underlined. */
function sentence({ message, line, column }: Problem): string {
  const said =
    /^(?:The expression|An expression in the template) does not compile \(line \d+, column \d+\): (.*)$/s.exec(message);
  if (said?.[1] === undefined) return message;
  return `${said[1].replace(/\.$/, "")}${line === 1 ? `, at character ${column}` : `, in line ${line}`}.`;
}
