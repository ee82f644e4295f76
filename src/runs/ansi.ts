/*
 * Reads what commands print for terminals: colours and weights become spans, everything else of the escape
 * sequences is dropped. No HTML is made here; the page draws the spans as text.
 */

/** How a stretch of text looks. Colours: 0–15 of the palette, or `#rrggbb`. */
export interface AnsiStyle {
  readonly color?: number | string;
  readonly background?: number | string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly inverse?: true;
  readonly strike?: true;
}

export interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

export type AnsiLine = readonly AnsiSpan[];

/** Lines so far, and what continues with the next piece: style, open line and a sequence that was cut. */
export interface AnsiState {
  readonly style: AnsiStyle;
  /** The line that no line end has closed yet. */
  readonly open: AnsiLine;
  /** The beginning of an escape sequence or a carriage return at the end of the last piece. */
  readonly rest: string;
}

export const ansiStart: AnsiState = { style: {}, open: [], rest: "" };

// CSI sequences; OSC up to BEL or ST; two-byte escapes; line ends; the control characters that print nothing.
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this file reads
  /\x1b\[([0-9;:?<=>]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()*+][A-Za-z0-9]|\x1b[^[\]()*+]|\r\n|\n|\r|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]/g;

/** A sequence that the end of the piece may have cut; a longer one is no sequence but damage, and is let go. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this file reads
const cut = /(?:\r|\x1b(?:\[[0-9;:?<=>]*[ -/]*|\][^\x07\x1b]{0,2000}\x1b?|[()*+])?)$/;

/** Closes the lines that `piece` ends. Pure: the same pieces give the same lines, however they are cut. */
export function readAnsi(state: AnsiState, piece: string): { readonly lines: readonly AnsiLine[]; state: AnsiState } {
  const text = state.rest + piece;
  const rest = cut.exec(text)?.[0] ?? "";
  const whole = rest === "" ? text : text.slice(0, text.length - rest.length);
  const lines: AnsiLine[] = [];
  let open = [...state.open];
  let style = state.style;
  let from = 0;
  const take = (to: number): void => {
    if (to > from) open = append(open, whole.slice(from, to), style);
  };
  for (const match of whole.matchAll(token)) {
    take(match.index);
    from = match.index + match[0].length;
    if (match[0] === "\n" || match[0] === "\r\n") {
      lines.push(open);
      open = [];
    } else if (match[0] === "\r") open = [];
    else if (match[2] === "m") style = sgr(style, match[1] ?? "");
  }
  take(whole.length);
  return { lines, state: { style, open, rest } };
}

function append(line: AnsiSpan[], text: string, style: AnsiStyle): AnsiSpan[] {
  const last = line.at(-1);
  if (last && last.style === style) return [...line.slice(0, -1), { text: last.text + text, style }];
  return [...line, { text, style }];
}

const flags: Readonly<Record<number, keyof AnsiStyle>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  9: "strike",
};
const off: Readonly<Record<number, readonly (keyof AnsiStyle)[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
  39: ["color"],
  49: ["background"],
};

function sgr(before: AnsiStyle, parameters: string): AnsiStyle {
  let style: { -readonly [K in keyof AnsiStyle]: AnsiStyle[K] } = { ...before };
  const codes = parameters.split(/[;:]/).map((code) => (code === "" ? 0 : Number(code)));
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    const flag = flags[code];
    if (code === 0) style = {};
    else if (flag) Object.assign(style, { [flag]: true });
    else if (off[code]) for (const name of off[code]) delete style[name];
    else if (code >= 30 && code <= 37) style.color = code - 30;
    else if (code >= 90 && code <= 97) style.color = code - 82;
    else if (code >= 40 && code <= 47) style.background = code - 40;
    else if (code >= 100 && code <= 107) style.background = code - 92;
    else if (code === 38 || code === 48) {
      const [color, used] = extended(codes.slice(index + 1));
      index += used;
      if (color !== null) style[code === 38 ? "color" : "background"] = color;
    }
  }
  return style;
}

/** `5;n` of the 256 colours or `2;r;g;b`; how many codes it took. */
function extended(codes: readonly number[]): readonly [color: number | string | null, used: number] {
  if (codes[0] === 5) return [indexed(codes[1] ?? 0), 2];
  if (codes[0] === 2) return [hex(codes.slice(1, 4)), 4];
  return [null, codes.length];
}

/** The xterm palette: 16 named, a cube of 6 × 6 × 6, 24 greys. */
function indexed(n: number): number | string {
  if (n < 16) return n;
  if (n >= 232) return hex(Array(3).fill(8 + (n - 232) * 10));
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const cube = n - 16;
  return hex([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]);
}

function hex(parts: readonly number[]): string {
  return `#${parts
    .map((part) =>
      Math.min(255, Math.max(0, part || 0))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
