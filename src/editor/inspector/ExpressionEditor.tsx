import { useEffect, useImperativeHandle, useRef } from "react";
import type { Problem } from "../../workflow/problem.ts";
import type { Roots } from "./arrivals/arrivals.ts";
import { createExpressionView, offerValues, sayBelow } from "./expressionView.ts";
import { showProblems, takeText } from "./viewText.ts";
import "./CodeEditor.css";

export interface ExpressionEditorHandle {
  readonly focus: () => void;
  readonly offer: () => void;
}

/** The editor inside of an `ExpressionField`, in a shadow root like the code editor. */
export function ExpressionEditor({
  ref,
  value,
  onChange,
  language,
  label,
  placeholder,
  oneLine,
  focused,
  onEnter,
  problem,
  description,
  roots,
}: {
  readonly ref: React.Ref<ExpressionEditorHandle>;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly language: "expression" | "template";
  readonly label: string;
  readonly placeholder: string;
  readonly oneLine: boolean;
  /** Takes the focus when it appears. */
  readonly focused: boolean;
  readonly onEnter: (() => void) | undefined;
  readonly problem: Problem | undefined;
  /** The hint below, or what is wrong. */
  readonly description: string;
  readonly roots: () => Roots;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof createExpressionView> | null>(null);
  const latest = useRef({ value, onChange, onEnter, focused, roots, description });
  latest.current = { value, onChange, onEnter, focused, roots, description };
  useImperativeHandle(
    ref,
    () => ({
      focus: () => view.current?.focus(),
      offer: () => view.current && offerValues(view.current, language),
    }),
    [language],
  );
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const made = createExpressionView(root, {
      text: latest.current.value,
      language,
      label,
      description: latest.current.description,
      placeholder,
      oneLine,
      onChange: (text) => latest.current.onChange(text),
      onEnter: () => latest.current.onEnter?.(),
      roots: () => latest.current.roots(),
    });
    view.current = made;
    if (latest.current.focused) made.focus();
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [language, label, placeholder, oneLine]);
  useEffect(() => {
    if (view.current !== null) takeText(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current === null) return;
    showProblems(view.current, problem === undefined ? [] : [problem]);
    sayBelow(view.current, description, problem?.severity === "error");
  }, [problem, description]);
  return <div ref={host} className="tw-expression" data-invalid={problem?.severity === "error" || undefined} />;
}
