import type { Answer } from "../protocol/answer.ts";
import type { ExportedFile, ExportForm } from "../protocol/exports.ts";
import { loadValue } from "../storage/largeValues.ts";
import { gzipChunks } from "../transfer/gzip.ts";
import { htmlPieces } from "../transfer/htmlOfLog.ts";
import { recordScenario, scenarioTexts } from "../transfer/recordScenario.ts";
import { traceTexts } from "../transfer/traceTexts.ts";
import { type RunLog, writeRunLog } from "../transfer/writeRunLog.ts";
import { assertNever } from "../workflow/assertNever.ts";
import { done, refuse } from "./answers.ts";
import { checkForSecrets } from "./checkForSecrets.ts";
import { logOf } from "./exportLog.ts";
import { gather } from "./gather.ts";
import type { TabContext } from "./tabContext.ts";

/** Bytes that are compressed at once. */
const chunkBytes = 1_000_000;

/** Longest HTML file: browsers open it in one go, bytes. */
const mostHtmlBytes = 64 * 1024 * 1024;

const types: Readonly<Record<ExportForm, string>> = {
  log: "application/jsonl",
  "log.gz": "application/gzip",
  html: "text/html",
  chrome: "application/json",
  otlp: "application/json",
  text: "text/plain",
  scenario: "application/json",
};

/**
 * A run as one file. Its plain text is looked through for secrets of the runner before anything is compressed or
 * wrapped. `viewer`: the built viewer, for `html`.
 */
export async function exportRun(
  tab: TabContext,
  id: string,
  form: ExportForm,
  viewer = "",
): Promise<Answer<ExportedFile>> {
  const log = await logOf(tab, id);
  if (!log.ok) return log;
  const { header } = log.value;
  const notes: string[] = [];
  let plain = await gather(textsOf(tab, log.value, form, notes), tab.defer);
  const secrets = await checkForSecrets(tab, plain, form);
  if (!secrets.ok) return secrets;
  let file = plain;
  if (form === "log.gz") file = await bytesOf(gzipChunks(chunksOf(plain)));
  if (form === "html") {
    let packed = await bytesOf(gzipChunks(chunksOf(plain)));
    if (packed.size * (4 / 3) > mostHtmlBytes) {
      // Smaller than what was looked through, and a part of it.
      const bare = await logOf(tab, id);
      if (!bare.ok) return bare;
      plain = await gather(writeRunLog({ ...bare.value, artifacts: withoutBytes(bare.value) }), tab.defer);
      packed = await bytesOf(gzipChunks(chunksOf(plain)));
      notes.push("Outputs and large values are left out, because the file would be too large for a browser to open.");
    }
    if (packed.size * (4 / 3) > mostHtmlBytes) {
      return refuse(
        "too-large",
        "This run is too long for one HTML file. Export its log instead; Tickwork opens it when it is dropped on the page.",
      );
    }
    file = await gather(htmlPieces(viewer, header.workflow.name, chunksOf(packed)), tab.defer);
  }
  return done({ file: new Blob([file], { type: types[form] }), secrets: secrets.value, notes });
}

async function* textsOf(tab: TabContext, log: RunLog, form: ExportForm, notes: string[]): AsyncGenerator<string> {
  switch (form) {
    case "log":
    case "log.gz":
    case "html":
      return yield* writeRunLog(log);
    case "chrome":
    case "otlp":
    case "text":
      for await (const text of traceTexts(log, form)) yield `${text}\n`;
      return;
    case "scenario": {
      const kinds = (await tab.outside.scenarioKinds?.()) ?? {};
      const { runId } = log.header;
      const loadText = async (digest: string) => new TextDecoder().decode(await loadValue(tab.database, runId, digest));
      const recorded = await recordScenario(log.header.workflow, { ticks: log.ticks, loadText }, kinds);
      notes.push(...recorded.notes);
      if (recorded.differences.length > 0) {
        notes.push("Played as a scenario, the run goes another way; mend the script by hand:", ...recorded.differences);
      }
      return yield* scenarioTexts(recorded.scenario);
    }
    default:
      return assertNever(form);
  }
}

async function* withoutBytes({ artifacts = [] }: RunLog) {
  for await (const { data: _, ...artifact } of artifacts) yield artifact;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Blob[] = [];
  // Copied, because a compressor may use its buffer again.
  for await (const chunk of chunks) parts.push(new Blob([new Uint8Array(chunk)]));
  return new Blob(parts);
}

/** In pieces of one size, so that the same file gives the same compressed bytes. */
async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += chunkBytes) {
    yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
  }
}
