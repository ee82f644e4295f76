import DOMPurify from "dompurify";
import { marked } from "marked";
import { useLayoutEffect, useRef } from "react";
import "./Markdown.css";

/** What Markdown may become: text, lists, tables and links. Nothing that loads, runs, or styles. */
const allowed = {
  ALLOWED_TAGS:
    "a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s strong sub sup table tbody td th thead tr ul".split(
      " ",
    ),
  ALLOWED_ATTR: ["href", "title", "start", "align"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** The nodes of a text of a stranger: opening it runs nothing, and loads nothing until a link is followed. */
export function markdownNodes(text: string): DocumentFragment {
  const html = marked.parse(text, { async: false, gfm: true, breaks: true });
  const nodes = DOMPurify.sanitize(html, {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  });
  for (const link of nodes.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  return nodes;
}

/** Markdown of a workflow, rendered through a sanitizer. */
export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(markdownNodes(text));
  }, [text]);
  return <div className="tw-markdown" ref={place} />;
}
