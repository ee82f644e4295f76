/**
 * What a run can be handed out as: its log, plain or compressed; one HTML file that shows it; a trace for Perfetto
 * (`chrome`), for a collector (`otlp`) or for reading (`text`); a scenario that `check` plays.
 */
export type ExportForm = "log" | "log.gz" | "html" | "chrome" | "otlp" | "text" | "scenario";

/** Whether an exported file was looked through for secrets. One in which a secret was found is refused. */
export type SecretsChecked =
  | { readonly kind: "checked"; readonly secrets: number }
  /** Secrets are the runner's; a page that is paired with none has used none. */
  | { readonly kind: "no-runner" }
  | { readonly kind: "unchecked"; readonly reason: string };

export interface ExportedFile {
  readonly file: Blob;
  readonly secrets: SecretsChecked;
  /** What the form cannot say of this run, or what was left out. */
  readonly notes: readonly string[];
}

export interface LogReport {
  readonly runId: string;
  readonly ticks: number;
  /** `here`: the same log was here already; `continued`: a longer log of a run that is here. */
  readonly how: "new" | "here" | "continued" | "copy";
  /** Present when the log is damaged: it opens read-only up to `ticks` and nothing was stored. */
  readonly damage?: { readonly line: number; readonly message: string };
}
