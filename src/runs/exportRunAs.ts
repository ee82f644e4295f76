import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { ExportedFile, ExportForm, SecretsChecked } from "../protocol/exports.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { download } from "../ui/download.ts";
import { plural } from "../ui/format.ts";
import { showToast, showToastUntil, type Toast } from "../ui/toast.ts";

/** The forms in the order of the menu. */
export const exportForms: readonly {
  readonly form: ExportForm;
  readonly label: string;
  readonly note: string;
  readonly ending: string;
}[] = [
  { form: "log", label: "Run log", note: "opens in any Tickwork, tick by tick", ending: "runlog.jsonl" },
  { form: "log.gz", label: "Run log, compressed", note: "the same, gzipped", ending: "runlog.jsonl.gz" },
  { form: "html", label: "HTML file", note: "shows the run by itself, with a double click", ending: "html" },
  { form: "chrome", label: "Trace for Perfetto", note: "Chrome trace events", ending: "trace.json" },
  { form: "otlp", label: "Trace for a collector", note: "OpenTelemetry spans as JSON", ending: "otlp.json" },
  { form: "text", label: "Readable trace", note: "a line per event of the engine", ending: "trace.txt" },
  { form: "scenario", label: "Scenario", note: "a test that tickwork check plays", ending: "scenario.json" },
];

/** Hands the run to the person as a file, and says whether secrets were looked for in it. */
export async function exportRunAs(api: EngineApi, run: RunSummary, form: ExportForm): Promise<void> {
  const viewer = form === "html" ? await loadViewer() : undefined;
  if (viewer === null) {
    showToast({ tone: "bad", text: "The viewer could not be loaded from where this page came from. Try again later." });
    return;
  }
  const ending = exportForms.find((known) => known.form === form)?.ending ?? form;
  const name = `${run.name} ${run.number}`;
  const answer = await tellingWhileItLasts(`${name} is being exported; the page can be used meanwhile.`, () =>
    api.exportRun(run.id, form, viewer),
  );
  handOut(answer, `${name}.${ending}`, `${name} is exported`);
}

/** The logs of these runs in one file. `onProgress` is told how many are in it; `stop` ends it without a file. */
export async function exportRunsAsZip(
  api: Pick<EngineApi, "exportRuns">,
  ids: readonly string[],
  onProgress: (done: number) => void = () => {},
  stop = new AbortController(),
): Promise<void> {
  const runs = `${plural(ids.length, "run")} ${ids.length === 1 ? "is" : "are"}`;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => onProgress(data as number);
  stop.signal.addEventListener("abort", () => port1.postMessage("stop"));
  const answer = await tellingWhileItLasts(
    `${runs} being exported; the page can be used meanwhile.`,
    () => api.exportRuns(ids, port2),
    { label: "Stop", onChoose: () => stop.abort() },
  );
  port1.close();
  if (stop.signal.aborted && !answer.ok) showToast({ tone: "info", text: answer.refusal.message });
  else handOut(answer, "runs.zip", `${runs} exported`);
}

/** What takes no longer is not worth a word, ms. */
const soon = 600;

/** A long run takes a while to be made into a file: whoever hears nothing asks for it again. */
export async function tellingWhileItLasts<T>(
  text: string,
  act: () => Promise<T>,
  action?: Toast["action"],
): Promise<T> {
  let hide = (): void => {};
  const timer = setTimeout(() => {
    hide = showToastUntil({ tone: "info", text, ...(action && { action }) });
  }, soon);
  try {
    return await act();
  } finally {
    clearTimeout(timer);
    hide();
  }
}

/** Downloads what was exported, or says why it was not. `exported`: the words for a person that it was. */
function handOut(answer: Answer<ExportedFile>, file: string, exported: string): void {
  if (!answer.ok) {
    showToast({ tone: "bad", text: answer.refusal.message });
    return;
  }
  const { notes, secrets } = answer.value;
  download(answer.value.file, file);
  showToast({
    tone: secrets.kind === "unchecked" || notes.length > 0 ? "info" : "ok",
    text: [`${exported}${checkedText(secrets)}.`, ...notes.slice(0, 3)].join(" "),
  });
}

/** What an export says of secrets, behind “is exported”. */
export function checkedText(secrets: SecretsChecked): string {
  switch (secrets.kind) {
    case "checked":
      return secrets.secrets === 0
        ? ""
        : `; ${secrets.secrets === 1 ? "the secret" : `none of the ${plural(secrets.secrets, "secret")}`} of the runner ${secrets.secrets === 1 ? "is not" : "is"} in it`;
    case "no-runner":
      return "";
    case "unchecked":
      return `. It was not looked through for secrets (${secrets.reason.replace(/\.$/, "")})`;
  }
}

/** The viewer as it was built beside the page; `null`: it cannot be had. */
async function loadViewer(): Promise<string | null> {
  try {
    const response = await fetch(new URL("viewer.html", document.baseURI), { cache: "no-cache" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
