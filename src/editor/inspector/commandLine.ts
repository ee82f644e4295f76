/** The arguments of a command as text: one per line. An argument that has a line break itself is kept in quotes. */
export function argvText(argv: readonly string[]): string {
  return argv.map((argument) => (/[\n\r]|^"/.test(argument) ? JSON.stringify(argument) : argument)).join("\n");
}

/** One argument per line; empty lines at the end count as nothing, and a line in double quotes is read as JSON. */
export function readArgv(text: string): readonly string[] {
  const lines = text.split("\n");
  while (lines.length > 0 && lines.at(-1)?.trim() === "") lines.pop();
  return lines.map((line) => {
    const plain = line.replace(/\r$/, "");
    if (!plain.startsWith('"')) return plain;
    try {
      const value: unknown = JSON.parse(plain);
      return typeof value === "string" ? value : plain;
    } catch {
      return plain;
    }
  });
}

/**
 * What a pasted text becomes in place of the row it is pasted into; `null`: ordinary text. Lines are arguments as they
 * stand; one line is split like a command line, but only into a row that is empty, and not when it needs a shell.
 */
export function pastedArguments(text: string, into: string): readonly string[] | null {
  const lines = text.split(/\r?\n/);
  while (lines.length > 1 && lines.at(-1)?.trim() === "") lines.pop();
  if (into !== "") return null;
  if (lines.length > 1) return lines;
  const line = (lines[0] ?? "").trim();
  const hint = commandHint([line]);
  return hint?.kind === "split" ? hint.argv : null;
}

export type CommandHint =
  /** Written like a line for a shell: it uses what only a shell understands. */
  | { readonly kind: "shell"; readonly line: string; readonly because: string }
  /** Written on one line, but it is only words. */
  | { readonly kind: "split"; readonly argv: readonly string[] };

/** What an argument list that looks like a command line was probably meant to be. */
export function commandHint(argv: readonly string[]): CommandHint | null {
  const first = argv[0] ?? "";
  const line = argv.join(" ");
  const isOneLine = argv.length === 1 && /\s/.test(first.trim());
  const operator = isOneLine ? shellOperator(first) : argv.map(lonelyOperator).find((found) => found !== null);
  if (operator) return { kind: "shell", line, because: operator };
  const [program = ""] = first.trim().split(/\s/);
  if (shellWords.has(program)) return { kind: "shell", line, because: program };
  if (!isOneLine) return null;
  const words = splitWords(first);
  return words !== null && words.length > 1 ? { kind: "split", argv: words } : null;
}

/** What looks like a program and is a word of the shell itself. */
const shellWords: ReadonlySet<string> = new Set(["cd", "export", "source", "alias", "set", "unset", "exit", "eval"]);

/** The first thing outside of quotes and templates that only a shell understands. */
function shellOperator(line: string): string | null {
  const bare = line
    .replaceAll(/\{\{.*?\}\}/g, "_")
    .replaceAll(/'[^']*'/g, "_")
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => (/\$[\w({]|`/.test(text) ? text.replaceAll(/[|&;<>]/g, "_") : "_"));
  return /\|\||\||&&|;|>>|>|<|\$\(|\$\w|`|&$/.exec(bare)?.[0] ?? null;
}

function lonelyOperator(argument: string): string | null {
  return /^(\|\|?|&&?|;|>>?|<|2>&1)$/.test(argument) ? argument : null;
}

/** Words as a shell would split them, with quotes taken off; `null` when a quote does not close. */
export function splitWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i);
    if (quote === null && line.startsWith("{{", i)) {
      const end = line.indexOf("}}", i);
      const stop = end < 0 ? line.length : end + 2;
      word = (word ?? "") + line.slice(i, stop);
      i = stop - 1;
    } else if (quote !== null) {
      if (char === quote) quote = null;
      else if (char === "\\" && quote === '"' && /["\\$`]/.test(line.charAt(i + 1))) word += line.charAt(++i);
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (char === "\\" && i + 1 < line.length) word = (word ?? "") + line.charAt(++i);
    else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + char;
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}
