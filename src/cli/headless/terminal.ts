import { createInterface } from "node:readline/promises";

/** Where a person can be asked; questions go to the error stream, because results stand on the other. */
export interface Terminal {
  ask(question: string): Promise<string>;
}

/** `undefined`: nobody sits there. */
export function openTerminal(): Terminal | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return {
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return (await lines.question(question)).trim();
      } finally {
        lines.close();
      }
    },
  };
}
