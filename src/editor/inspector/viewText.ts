import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import type { EditorView } from "@codemirror/view";
import type { Problem } from "../../workflow/problem.ts";

/** Shows a text that came from elsewhere (undo, another step). */
export function takeText(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, userEvent: "take" });
}

/** Underlines problems that have a line. */
export function showProblems(view: EditorView, problems: readonly Problem[]): void {
  const { doc } = view.state;
  const diagnostics = problems.flatMap((problem): Diagnostic[] => {
    if (problem.line === undefined || problem.line < 1 || problem.line > doc.lines) return [];
    const line = doc.line(problem.line);
    // What is missing at the end of a line is shown at its last character.
    const from = Math.max(line.from, Math.min(line.from + (problem.column ?? 1) - 1, line.to - 1));
    const { message, severity } = problem;
    return [{ from, to: line.to, severity, message }];
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
