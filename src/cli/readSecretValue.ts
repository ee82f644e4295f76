import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Asks on a terminal without showing what is typed; else takes standard input without its last line break. */
export async function readSecretValue(name: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  process.stderr.write(`Value of ${name} (not shown): `);
  // The line editor echoes into nothing.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await new Promise((resolve) => lines.question("", resolve));
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
