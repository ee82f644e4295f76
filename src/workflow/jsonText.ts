import type { Json } from "./json.ts";
import { jsonPointer } from "./jsonPointer.ts";

/** Deeper than anything a person or a tool writes; shallow enough for every recursion over a value. */
export const maxJsonDepth = 200;

/** Something in a JSON text that would not arrive as it is written. */
export interface JsonFinding {
  /**
   * `duplicate`: a key twice in one object. `rounded`: a number that JavaScript cannot hold as written.
   * `surrogate`: half of a character. `syntax` and `depth` end the reading.
   */
  readonly kind: "syntax" | "duplicate" | "rounded" | "surrogate" | "depth";
  readonly pointer: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** What is wrong, for a person, without the place. */
  readonly message: string;
}

/** 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface JsonReading {
  /** Absent when the text is not JSON. */
  readonly value?: Json;
  readonly findings: readonly JsonFinding[];
}

/** Where things stand in a JSON text, by pointer; what does not exist is where its parent stands. */
export function placesIn(text: string, pointers: readonly string[]): ReadonlyMap<string, Place> {
  const scanner = new Scanner(text, true);
  try {
    scanner.document();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return new Map(pointers.map((pointer) => [pointer, scanner.placeOf(pointer)]));
}

/** Nobody mends more at once, and a place costs a look at all the text before it. */
const maxFindings = 100;

class Unreadable extends Error {}

/**
 * Reads a JSON text and says what `JSON.parse` would hide: keys that stand twice, numbers that would be rounded,
 * lone surrogates. The value itself comes from `JSON.parse`, so `__proto__` is an ordinary key.
 */
export function readJsonText(text: string): JsonReading {
  const scanner = new Scanner(text);
  try {
    scanner.document();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: scanner.findings };
  }
  return { value: JSON.parse(text), findings: scanner.findings };
}

const space = /[ \t\n\r]*/y;
const numberText = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[A-Za-z_$][\w$]*/y;
/** Lone surrogates only: with the flag, a pair is one character. */
export const loneSurrogate = /[\uD800-\uDFFF]/u;

class Scanner {
  readonly findings: JsonFinding[] = [];
  private at = 0;
  private readonly path: (string | number)[] = [];

  private readonly text: string;
  /** Where each value begins, an object's at its key; only when asked for. */
  private readonly starts: Map<string, number> | undefined;

  constructor(text: string, locates = false) {
    this.text = text;
    this.starts = locates ? new Map() : undefined;
  }

  placeOf(pointer: string): Place {
    for (let known = pointer; known !== ""; known = known.slice(0, known.lastIndexOf("/"))) {
      const start = this.starts?.get(known);
      if (start !== undefined) return this.place(start);
    }
    return { line: 1, column: 1 };
  }

  document(): void {
    this.skipSpace();
    if (this.at === this.text.length) this.fail("There is no JSON here: the text is empty.");
    this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail("There is more text behind the end of the JSON value.");
  }

  private value(): void {
    this.skipSpace();
    const char = this.text[this.at];
    if (char === "{") this.object();
    else if (char === "[") this.array();
    else if (char === '"') this.string();
    else if (char !== undefined && /[-\d]/.test(char)) this.number();
    else this.literal();
  }

  private object(): void {
    this.enter();
    const seen = new Map<string, number>();
    this.at++;
    this.skipSpace();
    if (this.take("}")) return;
    for (;;) {
      this.skipSpace();
      const start = this.at;
      if (this.text[start] === "}") this.fail("A comma stands before `}`. Remove it.");
      if (this.text[start] !== '"') this.fail("A key in double quotes is expected here.");
      const key = this.string();
      this.path.push(key);
      this.starts?.set(jsonPointer(this.path), start);
      const before = seen.get(key);
      if (before !== undefined) {
        const { line } = this.place(before);
        this.report(
          "duplicate",
          start,
          `The key ${JSON.stringify(key)} is given twice, first on line ${line}. Keep one.`,
        );
      }
      seen.set(key, start);
      this.skipSpace();
      if (!this.take(":")) this.fail(`A colon is expected behind the key ${JSON.stringify(key)}.`);
      this.value();
      this.path.pop();
      this.skipSpace();
      if (this.take("}")) return;
      if (!this.take(",")) this.fail("A comma or `}` is expected here.");
    }
  }

  private array(): void {
    this.enter();
    this.at++;
    this.skipSpace();
    if (this.take("]")) return;
    for (let index = 0; ; index++) {
      this.path.push(index);
      this.skipSpace();
      if (this.text[this.at] === "]") this.fail("A comma stands before `]`. Remove it.");
      this.starts?.set(jsonPointer(this.path), this.at);
      this.value();
      this.path.pop();
      this.skipSpace();
      if (this.take("]")) return;
      if (!this.take(",")) this.fail("A comma or `]` is expected here.");
    }
  }

  private string(): string {
    const start = this.at;
    for (let i = start + 1; i < this.text.length; i++) {
      const code = this.text.charCodeAt(i);
      if (code === 0x5c) i++;
      else if (code === 0x22) {
        this.at = i + 1;
        return this.decode(start);
      } else if (code < 0x20) {
        this.at = i;
        this.fail("A line break or control character inside a text is written with a backslash, like \\n.");
      }
    }
    return this.fail("A text that begins here is never closed.");
  }

  private decode(start: number): string {
    const end = this.at;
    let value = this.text.slice(start + 1, end - 1);
    try {
      if (value.includes("\\")) value = JSON.parse(this.text.slice(start, end));
    } catch {
      this.at = start;
      this.fail("A backslash in this text is not followed by one of the escapes of JSON.");
    }
    if (loneSurrogate.test(value)) {
      this.report(
        "surrogate",
        start,
        "This text holds half of a character (a lone surrogate). Write the whole character.",
      );
    }
    return value;
  }

  private number(): void {
    numberText.lastIndex = this.at;
    const written = numberText.exec(this.text)?.[0];
    const end = this.at + (written?.length ?? 0);
    if (written === undefined || /[\w.+-]/.test(this.text[end] ?? "")) this.fail("This is not a number of JSON.");
    if (isRounded(written)) {
      this.report(
        "rounded",
        this.at,
        `The number ${written} would be rounded to ${Number(written)}. Write it as a text, or with fewer digits.`,
      );
    }
    this.at = end;
  }

  private literal(): void {
    word.lastIndex = this.at;
    const found = word.exec(this.text)?.[0];
    if (found === "true" || found === "false" || found === "null") this.at += found.length;
    else if (this.at >= this.text.length)
      this.fail("The text ends in the middle of a value: something is missing at its end.");
    else this.fail(`A JSON value is expected here, not ${JSON.stringify(found ?? this.text[this.at])}.`);
  }

  private enter(): void {
    if (this.path.length < maxJsonDepth) return;
    this.report("depth", this.at, `Values are nested more than ${maxJsonDepth} levels deep.`);
    throw new Unreadable();
  }

  private skipSpace(): void {
    space.lastIndex = this.at;
    space.exec(this.text);
    this.at = space.lastIndex;
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private fail(message: string): never {
    this.report("syntax", this.at, message);
    throw new Unreadable();
  }

  private report(kind: JsonFinding["kind"], at: number, message: string): void {
    const ends = kind === "syntax" || kind === "depth";
    if (this.findings.length >= maxFindings && !ends) return;
    this.findings.push({ kind, pointer: jsonPointer(this.path), ...this.place(at), message });
  }

  private place(at: number): Place {
    const before = this.text.slice(0, at);
    const lastBreak = before.lastIndexOf("\n");
    return { line: before.split("\n").length, column: at - lastBreak };
  }
}

/** Whether JavaScript would write another number than the JSON text says. What it writes by itself is never refused. */
export function isRounded(written: string): boolean {
  const value = Number(written);
  return !Number.isFinite(value) || significant(written) !== significant(String(value));
}

/** Digits without zeros at either end, and the power of ten of the last one. */
function significant(written: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number(exponent) - fraction.length + (digits.length - kept.length)}`;
}
