import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippetCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import { type CodeNames, codeMeaningAt, codeOffers } from "./code/codeOffers.ts";
import { codeSnippets } from "./code/contextMembers.ts";
import { blockLook, codeLook } from "./codeLook.ts";
import { hoverElement } from "./hoverElement.ts";

export type CodeLanguage = "typescript" | "json";

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
    readonly names: () => CodeNames;
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
        ...(language === "typescript" ? [hoverTooltip((view, at) => hover(view, at, names()))] : []),
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

/** Puts the cursor at the beginning of a line, in sight. */
export function goToLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

function complete(context: CompletionContext, names: CodeNames): CompletionResult | null {
  const found = codeOffers(context.state.doc.toString(), context.pos, names);
  if (found === null || (!found.begun && !context.explicit)) return null;
  const options = found.offers.map(
    ({ label, detail, about }, index): Completion => ({
      label,
      detail,
      ...(about !== "" && { info: about }),
      // As they are listed: what is used most comes first.
      boost: Math.max(-99, -index),
    }),
  );
  const atStatement = /(?:^|[;{}])\s*\w*$/.test(context.state.sliceDoc(0, context.pos));
  return { from: found.from, options: atStatement ? [...options, ...snippets] : options, validFor: /^[\w-]*$/ };
}

const snippets = codeSnippets.map(({ label, about, text }) =>
  snippetCompletion(text, { label, detail: "snippet", info: about, boost: -99 }),
);

function hover(view: EditorView, at: number, names: CodeNames) {
  const found = codeMeaningAt(view.state.doc.toString(), at, names);
  if (found === null) return null;
  const { from, to, title, about } = found;
  return { pos: from, end: to, above: true, create: () => ({ dom: hoverElement(title, about) }) };
}
