import { writeRecords } from "./bareIndexedDb.ts";
import type { RecordsAnswer, RecordsQuestion } from "./recordsAside.ts";

let text = "[]";

async function answer(question: RecordsQuestion): Promise<RecordsAnswer> {
  text = question.text ?? text;
  try {
    return { ms: await writeRecords(JSON.parse(text), question.perTransaction) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

addEventListener("message", ({ ports: [port] }) => {
  if (!port) return;
  port.onmessage = async ({ data }: MessageEvent<RecordsQuestion>) => port.postMessage(await answer(data));
});
