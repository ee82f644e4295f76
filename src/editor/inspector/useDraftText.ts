import { useState } from "react";
import { useKeptText } from "../../ui/keptText.ts";

/** What a text means: the canonical text of its value, or why it is none. */
export type Meaning = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/**
 * The text of a field whose value is read from it: what is typed stays as typed while it means the value, and
 * follows the value when that changes elsewhere (undo). What means nothing waits under the name of the field for who
 * comes back.
 */
export function useDraftText(
  canonical: string,
  meaning: (text: string) => Meaning,
  field?: string,
): readonly [text: string, setText: (text: string) => void] {
  const [left, keep] = useKeptText(field, canonical);
  const [typed, setTyped] = useState({ text: left?.text ?? canonical, since: canonical });
  const meant = meaning(typed.text);
  const follows = typed.since === canonical || (meant.ok && meant.text === canonical);
  const text = follows ? typed.text : canonical;
  return [
    text,
    (next) => {
      setTyped({ text: next, since: canonical });
      const read = meaning(next);
      keep(next, read.ok ? null : read.message);
    },
  ];
}
