/*
 * Keys of commands. A chord is written as `Mod Shift z`, `Alt ArrowLeft`, `Delete`: modifiers first, then the key as
 * `KeyboardEvent.key` names it, letters small. `Mod` is ⌘ on a Mac and Ctrl elsewhere.
 */

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export const isMac = /mac/i.test(globalThis.navigator?.platform ?? "");

/**
 * Whether a key press is this chord, modifier by modifier. Caps lock changes nothing. A sign that needs Shift on some
 * keyboards (`/`, `?`) is taken with and without it.
 */
export function isChord(chord: string, pressed: Key, mac: boolean): boolean {
  const parts = chord.split(" ");
  const wanted = parts.at(-1) ?? "";
  const mod = mac ? pressed.metaKey : pressed.ctrlKey;
  const other = mac ? pressed.ctrlKey : pressed.metaKey;
  const isSign = wanted.length === 1 && wanted.toLowerCase() === wanted.toUpperCase();
  return (
    (pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key) === wanted &&
    !other &&
    mod === parts.includes("Mod") &&
    pressed.altKey === parts.includes("Alt") &&
    (isSign || pressed.shiftKey === parts.includes("Shift"))
  );
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Delete: "Del",
  Escape: "Esc",
};

/** As it stands on the keyboard: `Ctrl Shift Z`, on a Mac `⌘ ⇧ Z`. */
export function chordText(chord: string, mac: boolean): string {
  const modifiers: Readonly<Record<string, string>> = mac
    ? { Mod: "⌘", Shift: "⇧", Alt: "⌥" }
    : { Mod: "Ctrl", Shift: "Shift", Alt: "Alt" };
  return chord
    .split(" ")
    .map((part) => modifiers[part] ?? names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(" ");
}

/** Several chords as one text: what they share in front stands once (`Alt ← → ↑ ↓`), others are apart (`Del, Backspace`). */
export function chordsText(chords: readonly string[], mac: boolean): string {
  const texts = chords.map((chord) => chordText(chord, mac));
  const fronts = new Set(texts.map((text) => text.slice(0, text.lastIndexOf(" ") + 1)));
  const ends = texts.map((text) => text.slice(text.lastIndexOf(" ") + 1));
  if (fronts.size !== 1 || !ends.every((end) => "←→↑↓".includes(end))) return texts.join(", ");
  return `${[...fronts][0]}${ends.join(" ")}`;
}
