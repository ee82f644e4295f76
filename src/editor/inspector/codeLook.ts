import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const highlights = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent-text)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--run)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.typeName, tags.className], color: "var(--wait)" },
  { tag: [tags.function(tags.variableName), tags.special(tags.variableName)], color: "var(--accent-text)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const look = EditorView.theme({
  "&": { fontSize: "12px", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": {
    background: "color-mix(in srgb, var(--accent) 22%, transparent)",
    outline: "none",
  },
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
  ".cm-tooltip.cm-completionInfo": { maxWidth: "260px", padding: "6px 10px", fontFamily: "var(--font)" },
  ".cm-hover": { maxWidth: "320px", padding: "6px 10px", fontFamily: "var(--font)" },
  ".cm-hover code": { display: "block", fontFamily: "var(--mono)", overflowWrap: "anywhere" },
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

/** How code, expressions and templates look in every editor. */
export const codeLook: Extension = [syntaxHighlighting(highlights), look];

/** An editor of many lines, with their numbers. */
export const blockLook: Extension = EditorView.theme({
  "&": { maxHeight: "440px", minHeight: "120px" },
  ".cm-content": { padding: "8px 0" },
  ".cm-gutters": { background: "transparent", color: "var(--faint)", border: "0" },
  ".cm-activeLine": { background: "color-mix(in srgb, var(--accent) 6%, transparent)" },
});

/** A field of a form, which grows with its text. */
export const fieldLook: Extension = EditorView.theme({
  "&": { maxHeight: "260px" },
  ".cm-content": { padding: "5px 0", minHeight: "30px" },
  ".cm-line": { padding: "0 9px" },
  ".cm-placeholder": { color: "var(--faint)" },
});
