import { useState } from "react";

/**
 * The text of a field whose value is read from it: what is typed stays as typed while it means the value, and
 * follows the value when that changes elsewhere (undo). `meaning` gives the canonical text of what was typed,
 * `null` while it means nothing.
 */
export function useDraftText(
  canonical: string,
  meaning: (text: string) => string | null,
): readonly [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState({ text: canonical, since: canonical });
  const follows = typed.since === canonical || meaning(typed.text) === canonical;
  const text = follows ? typed.text : canonical;
  return [text, (next) => setTyped({ text: next, since: canonical })];
}
