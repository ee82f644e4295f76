import type { Artifact } from "./takeOut.ts";
import type { Journal } from "./world.ts";

/** The large values of a run: those of ticks that are not durable yet, and lately used ones, are in memory. */
export interface Values {
  /** They were taken out of a tick that is reduced but not durable. */
  add(artifacts: readonly Artifact[]): void;
  /** Their group is durable. */
  settle(artifacts: readonly Artifact[]): void;
  /** The JSON text of a value. Rejects with a sentence for a person when it is not kept. */
  text(digest: string): Promise<string>;
}

/** Characters of durable values that stay in memory: a value on its way through several steps is read once. */
const recentLength = 32_000_000;

export function createValues(journal: Pick<Journal, "artifact">): Values {
  const pending = new Map<string, string>();
  const recent = new Map<string, string>();
  let length = 0;

  function remember(digest: string, text: string): void {
    if (recent.delete(digest)) length -= text.length;
    recent.set(digest, text);
    length += text.length;
    for (const [oldest, old] of recent) {
      if (length <= recentLength) return;
      recent.delete(oldest);
      length -= old.length;
    }
  }

  return {
    add(artifacts) {
      for (const { digest, text } of artifacts) pending.set(digest, text);
    },
    settle(artifacts) {
      for (const { digest, text } of artifacts) {
        pending.delete(digest);
        remember(digest, text);
      }
    },
    async text(digest) {
      const text = pending.get(digest) ?? recent.get(digest) ?? (await journal.artifact(digest));
      if (!pending.has(digest)) remember(digest, text);
      return text;
    },
  };
}
