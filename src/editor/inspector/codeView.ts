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
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Problem } from "../../workflow/problem.ts";
import { memberCompletions, nameCompletions } from "./codeCompletions.ts";

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
        syntaxHighlighting(highlights),
        look,
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

/** Underlines problems that have a line. */
export function showProblems(view: EditorView, problems: readonly Problem[]): void {
  const { doc } = view.state;
  const diagnostics = problems.flatMap((problem): Diagnostic[] => {
    if (problem.line === undefined || problem.line < 1 || problem.line > doc.lines) return [];
    const line = doc.line(problem.line);
    const from = Math.min(line.from + Math.max(0, (problem.column ?? 1) - 1), line.to);
    const { message, severity } = problem;
    return [{ from, to: Math.max(from, line.to), severity, message }];
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

const highlights = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent-text)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--run)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className], color: "var(--wait)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const look = EditorView.theme({
  "&": { fontSize: "12px", color: "var(--text)", maxHeight: "440px", minHeight: "120px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--text)" },
  ".cm-gutters": { background: "transparent", color: "var(--faint)", border: "0" },
  ".cm-activeLine": { background: "color-mix(in srgb, var(--accent) 6%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  ".cm-matchingBracket": { background: "color-mix(in srgb, var(--accent) 22%, transparent)", outline: "none" },
  ".cm-tooltip": {
    border: "1px solid var(--line-strong)",
    borderRadius: "8px",
    background: "var(--raised)",
    color: "var(--text)",
    boxShadow: "var(--shadow-high)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "220px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent-soft)",
    color: "var(--text)",
  },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "12px" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeft: "3px solid var(--bad)", fontFamily: "var(--font)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--wait)",
    textUnderlineOffset: "3px",
  },
});
