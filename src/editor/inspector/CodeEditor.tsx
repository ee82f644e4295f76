import { useEffect, useRef } from "react";
import type { Problem } from "../../workflow/problem.ts";
import type { CodeNames } from "./code/codeOffers.ts";
import { type CodeLanguage, createCodeView, goToLine } from "./codeView.ts";
import { showProblems, takeText } from "./viewText.ts";
import "./CodeEditor.css";

/**
 * A code editor. It lives in a shadow root, because CodeMirror adds styles to its root and the page's policy forbids
 * inline style elements; inside a shadow root they are constructed sheets.
 */
export function CodeEditor({
  value,
  onChange,
  language,
  label,
  problems = [],
  names,
  takeLine,
}: {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly language: CodeLanguage;
  /** The accessible name of the text. */
  readonly label: string;
  readonly problems?: readonly Problem[];
  /** Offered while typing; read when needed. */
  readonly names: () => CodeNames;
  /** The line to begin at; asked once. */
  readonly takeLine?: () => number | undefined;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<ReturnType<typeof createCodeView> | null>(null);
  const latest = useRef({ value, onChange, names, takeLine });
  latest.current = { value, onChange, names, takeLine };

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const made = createCodeView(root, {
      text: latest.current.value,
      language,
      label,
      onChange: (text) => latest.current.onChange(text),
      names: () => latest.current.names(),
    });
    view.current = made;
    const line = latest.current.takeLine?.();
    if (line !== undefined) goToLine(made, line);
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [language, label]);
  useEffect(() => {
    if (view.current !== null) takeText(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current !== null) showProblems(view.current, problems);
  }, [problems]);
  return <div ref={host} className="tw-code" />;
}
