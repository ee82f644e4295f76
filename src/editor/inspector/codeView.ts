import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from "@codemirror/view";
import type { Problem } from "../../workflow/problem.ts";
import { memberCompletions, nameCompletions } from "./codeCompletions.ts";
import { blockLook, codeLook } from "./codeLook.ts";

export type CodeLanguage = "typescript" | "json";

/** Names of the workflow that code may mention. */
export interface KnownNames {
  readonly steps: readonly string[];
  /** Output ports of this step. */
  readonly ports: readonly string[];
  readonly events: readonly string[];
}

export function createCodeView(
  root: ShadowRoot,
  {
    text,
    language,
    label,
    onChange,
    names,
  }: {
    readonly text: string;
    readonly language: CodeLanguage;
    readonly label: string;
    readonly onChange: (text: string) => void;
    readonly names: () => KnownNames;
  },
): EditorView {
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        language === "json" ? json() : javascript({ typescript: true }),
        codeLook,
        blockLook,
        tooltips({ position: "fixed" }),
        autocompletion({
          icons: false,
          ...(language === "typescript" && { override: [(context) => complete(context, names())] }),
        }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-description": "Tab indents; press Escape, then Tab to leave",
          spellcheck: "false",
          tabindex: "0",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.isUserEvent("take")))
            onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Shows a text that came from elsewhere (undo, another step). */
export function takeText(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, userEvent: "take" });
}

/** Puts the cursor at the beginning of a line, in sight. */
export function goToLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
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

function complete(context: CompletionContext, names: KnownNames): CompletionResult | null {
  for (const [calls, offered] of [
    [/\bstep\(\s*["'][\w-]*/, names.steps],
    [/\bto\(\s*["'][\w-]*/, names.ports],
    [/\b(?:event|wait)\(\s*["'][\w-]*/, names.events],
  ] as const) {
    const quoted = context.matchBefore(calls);
    if (quoted !== null) return fromQuote(quoted, offered);
  }
  const member = context.matchBefore(/[\w.]+\.\w*/);
  if (member !== null) {
    const dot = member.text.lastIndexOf(".");
    const options = memberCompletions(member.text.slice(0, dot));
    return options.length === 0 ? null : { from: member.from + dot + 1, options: inOrder(options), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/\w+/);
  if (word === null && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: inOrder(nameCompletions), validFor: /^\w*$/ };
}

/** As they are listed: what is used most comes first. */
function inOrder(options: readonly Completion[]): Completion[] {
  return options.map((option, index) => ({ ...option, boost: -index }));
}

function fromQuote(
  match: { readonly from: number; readonly text: string },
  names: readonly string[],
): CompletionResult {
  const at = Math.max(match.text.lastIndexOf('"'), match.text.lastIndexOf("'")) + 1;
  return { from: match.from + at, options: names.map((label): Completion => ({ label })), validFor: /^[\w-]*$/ };
}
