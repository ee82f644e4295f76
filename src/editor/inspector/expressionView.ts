import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  hoverTooltip,
  keymap,
  placeholder as placeholderOf,
  tooltips,
} from "@codemirror/view";
import type { Roots } from "./arrivals/arrivals.ts";
import { expressionOffers, meaningAt, type Offer, openExpressionAt, templateOffers } from "./arrivals/completions.ts";
import { codeLook, fieldLook } from "./codeLook.ts";
import { expressionLanguage, templateLanguage } from "./expressionLanguage.ts";
import { hoverElement } from "./hoverElement.ts";

export interface ExpressionViewOptions {
  readonly text: string;
  readonly language: "expression" | "template";
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly oneLine: boolean;
  readonly onChange: (text: string) => void;
  /** In a field of one line. */
  readonly onEnter: () => void;
  /** What can be looked at; read when something is completed. */
  readonly roots: () => Roots;
}

/** A field for an expression or a template. Tab leaves it, unless a completion is chosen. */
export function createExpressionView(root: ShadowRoot, options: ExpressionViewOptions): EditorView {
  const { text, language, label, description, placeholder, oneLine, onChange, onEnter, roots } = options;
  const enter = () => {
    onEnter();
    return true;
  };
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        EditorView.lineWrapping,
        language === "expression" ? expressionLanguage : templateLanguage,
        codeLook,
        fieldLook,
        tooltips({ position: "fixed" }),
        autocompletion({ icons: false, override: [(context) => complete(context, language, roots())] }),
        hoverTooltip((view, at) => hover(view, at, language, roots())),
        ...(placeholder === "" ? [] : [placeholderOf(placeholder)]),
        ...(oneLine ? [asOneLine] : []),
        keymap.of([
          { key: "Tab", run: acceptCompletion },
          ...(oneLine ? [{ key: "Enter", run: enter }] : []),
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.contentAttributes.of({
          "aria-label": label,
          ...(description !== "" && { "aria-description": description }),
          ...(!oneLine && { "aria-multiline": "true" }),
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.isUserEvent("take")))
            onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Opens the list of what can be written; in the text of a template, between new braces. */
export function offerValues(view: EditorView, language: "expression" | "template"): void {
  view.focus();
  const { head } = view.state.selection.main;
  if (language === "template" && openExpressionAt(view.state.doc.toString(), head) < 0) {
    view.dispatch({ changes: { from: head, insert: "{{  }}" }, selection: { anchor: head + 3 }, userEvent: "input" });
  }
  startCompletion(view);
}

/** Says below the hand what is wrong, or nothing. */
export function sayBelow(view: EditorView, description: string, invalid: boolean): void {
  const { contentDOM } = view;
  if (invalid) contentDOM.setAttribute("aria-invalid", "true");
  else contentDOM.removeAttribute("aria-invalid");
  if (description === "") contentDOM.removeAttribute("aria-description");
  else contentDOM.setAttribute("aria-description", description);
}

/** Line breaks that are pasted become blanks. */
const asOneLine = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged && transaction.newDoc.lines > 1
    ? [
        transaction,
        {
          changes: {
            from: 0,
            to: transaction.newDoc.length,
            insert: transaction.newDoc.toString().replace(/\s*\n\s*/g, " "),
          },
          sequential: true,
        },
      ]
    : transaction,
);

function complete(
  context: CompletionContext,
  language: "expression" | "template",
  roots: Roots,
): CompletionResult | null {
  const text = context.state.doc.toString();
  const found = (language === "expression" ? expressionOffers : templateOffers)(text, context.pos, roots);
  if (found === null || (!found.begun && !context.explicit)) return null;
  const options = found.offers.map(
    ({ label, detail, about, kind }, index): Completion => ({
      label,
      detail,
      ...(about !== "" && { info: about }),
      ...(kind === "function" && { apply: `${label}(` }),
      // As they are listed: what is nearest comes first.
      boost: Math.max(-99, -index),
    }),
  );
  return { from: found.from, options, validFor: /^(?:`[^`]*|[$\w]*)$/ };
}

function hover(view: EditorView, at: number, language: "expression" | "template", roots: Roots) {
  const text = view.state.doc.toString();
  const start = language === "expression" ? 0 : openExpressionAt(text, at);
  const found = start < 0 ? null : meaningAt(text.slice(start), at - start, roots);
  if (found === null) return null;
  const { offer, from, to } = found;
  return {
    pos: start + from,
    end: start + to,
    above: true,
    create: () => ({ dom: hoverElement(titleOf(offer), offer.about) }),
  };
}

function titleOf({ label, detail }: Offer): string {
  return detail === "" ? label : `${label}: ${detail}`;
}
