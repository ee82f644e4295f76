import type { Tick } from "../../../src/engine/tick.ts";

export interface RecordsQuestion {
  /** The ticks as JSON, once; later questions are about the same ones. */
  readonly text?: string;
  readonly perTransaction: number;
}

/** Milliseconds that the records took. */
export type RecordsAnswer = { readonly ms: number } | { readonly error: string };

/**
 * Writes ticks as a record each, in a worker of another origin (`records.html`): all databases of one origin share one
 * LevelDB, where what the compaction of 20,000 records leaves to do would be paid by whoever writes next.
 */
export async function openRecords(ticks: readonly Tick[]): Promise<(perTransaction: number) => Promise<number>> {
  const port = await askForPort();
  let text: string | undefined = JSON.stringify(ticks);
  return async (perTransaction) => {
    const answer = new Promise<RecordsAnswer>((resolve) => {
      port.onmessage = ({ data }: MessageEvent<RecordsAnswer>) => resolve(data);
    });
    const question: RecordsQuestion = { ...(text !== undefined && { text }), perTransaction };
    text = undefined;
    port.postMessage(question);
    const said = await answer;
    if ("error" in said) throw new Error(said.error);
    return said.ms;
  };
}

/** The page opens the other origin: a worker cannot. */
function askForPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    addEventListener("message", function hear({ data, ports: [port] }: MessageEvent) {
      if (data !== "records" || !port) return;
      removeEventListener("message", hear);
      resolve(port);
    });
    postMessage({ wants: "records" });
  });
}
