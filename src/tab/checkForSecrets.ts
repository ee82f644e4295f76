import type { Answer } from "../protocol/answer.ts";
import type { ExportForm, SecretsChecked } from "../protocol/exports.ts";
import { done, refuse } from "./answers.ts";
import type { TabContext } from "./tabContext.ts";

/** What a plain file begins with where its last line holds nothing but hashes. */
const endLine = '{"end":';

/**
 * Asks the runner, which alone knows them, whether its secrets stand in a file, also encoded or split. One that does
 * refuses the export, with its place. Without a runner there is nobody who knows any.
 */
export async function checkForSecrets(tab: TabContext, file: Blob, form: ExportForm): Promise<Answer<SecretsChecked>> {
  const { runner } = tab.outside;
  if (runner.status.kind === "unpaired") return done({ kind: "no-runner" });
  const asked = await runner.findSecrets(isLog(form) ? await withoutEnd(file) : file);
  if (!asked.ok) {
    return done({ kind: "unchecked", reason: "refusal" in asked ? asked.refusal.message : asked.unreachable });
  }
  const { secrets, found } = asked.value;
  const [first] = found;
  if (first === undefined) return done({ kind: "checked", secrets });
  const place = await placeIn(file, first.at, form);
  const more = found.length > 1 ? ` So do ${found.length - 1} more.` : "";
  return refuse(
    "refused",
    `Not exported: the secret ${first.name} of the runner stands in ${place}.${more} Change the secret, and let the step keep it out of what it hands on and prints; then run it again and delete this run.`,
  );
}

/** A long one is a file, a short one its text. */
export type PlainLog = string | Blob;

/** The same for plain logs together: only when one is found is each looked through by itself, for its place. */
export async function checkLogsForSecrets(tab: TabContext, logs: readonly PlainLog[]): Promise<Answer<SecretsChecked>> {
  const { runner } = tab.outside;
  if (runner.status.kind === "unpaired") return done({ kind: "no-runner" });
  const asked = await runner.findSecrets(
    new Blob(
      await Promise.all(logs.map((log) => (typeof log === "string" ? log.slice(0, endOf(log)) : withoutEnd(log)))),
    ),
  );
  if (asked.ok && asked.value.found.length === 0) return done({ kind: "checked", secrets: asked.value.secrets });
  let secrets: Answer<SecretsChecked> = done({ kind: "checked", secrets: 0 });
  for (const log of logs) {
    secrets = await checkForSecrets(tab, typeof log === "string" ? new Blob([log]) : log, "log");
    if (!secrets.ok || secrets.value.kind === "unchecked") return secrets;
  }
  return secrets;
}

function isLog(form: ExportForm): boolean {
  return form === "log" || form === "log.gz" || form === "html";
}

/** Hashes are long enough to hold a short secret by chance. */
async function withoutEnd(file: Blob): Promise<Blob> {
  const tailLength = 16_000_000;
  const tail = await file.slice(-tailLength).text();
  const end = endOf(tail);
  return end === undefined ? file : file.slice(0, file.size - new TextEncoder().encode(tail.slice(end)).length);
}

/** Where the last line of a text begins, if it holds hashes. */
function endOf(text: string): number | undefined {
  const at = text.lastIndexOf(`\n${endLine}`);
  return at < 0 ? undefined : at + 1;
}

/** What stands at an offset of the file, for a person. */
async function placeIn(file: Blob, at: number, form: ExportForm): Promise<string> {
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  const reader = file.slice(0, at).stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (let i = next.value.indexOf(10); i >= 0; i = next.value.indexOf(10, i + 1)) {
      line++;
      lineStart = offset + i + 1;
    }
    offset += next.value.length;
  }
  if (!isLog(form)) return `line ${line} of the file`;
  if (line === 1) return "the workflow or the first line of the log";
  const head = await file.slice(lineStart, lineStart + 400).text();
  const [, execution] = /"execution":"([^"]+)"/.exec(head) ?? [];
  if (head.startsWith('{"artifact"')) {
    return `${execution === undefined ? "a large value" : `what ${execution} wrote`}, line ${line} of its log`;
  }
  const [, kind = "tick"] = /"kind":"([\w-]+)"/.exec(head) ?? [];
  return `tick ${line - 1} (${kind}), line ${line} of its log`;
}
