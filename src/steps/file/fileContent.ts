import { failureNames } from "../../engine/failure.ts";
import type { Json } from "../../workflow/json.ts";
import { readJsonText } from "../../workflow/jsonText.ts";
import type { StepConfigs } from "../../workflow/workflow.ts";
import { formatCsv, parseCsv } from "../csv.ts";
import { StepFailure } from "../stepFailure.ts";

type As = NonNullable<StepConfigs["file"]["as"]>;

/** What a file step hands on as `content`: a text, a value, a table, or base64. Numbers are kept exactly or refused. */
export function readContent(as: As, text: string, path: string): Json {
  switch (as) {
    case "text":
    case "bytes":
      return text;
    case "json":
      return exactJson(text, path);
    case "csv":
      return table(path, () => parseCsv(text) as Json);
  }
}

/** The text of a file to be written. `json` is laid out for people; `csv` wants a list of rows. */
export function writtenContent(as: As, content: string, path: string): string {
  switch (as) {
    case "text":
      return content;
    case "bytes":
      if (/^[A-Za-z0-9+/]*={0,2}$/.test(content) && content.length % 4 === 0) return content;
      return refuse(`The content of ${path} must be base64 when the step writes bytes.`);
    case "json":
      return `${JSON.stringify(exactJson(content, `The content of ${path}`), null, 2)}\n`;
    case "csv":
      return table(path, () => formatCsv(exactJson(content, `The content of ${path}`) as readonly Json[]));
  }
}

function exactJson(text: string, what: string): Json {
  const { value, findings } = readJsonText(text.replace(/^\ufeff/, ""));
  const [finding] = findings;
  if (value !== undefined && finding === undefined) return value;
  const place = finding === undefined ? "" : ` (line ${finding.line}, column ${finding.column})`;
  return refuse(`${what} is not JSON. ${finding?.message ?? ""}${place}`);
}

function table<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    return refuse(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refuse(message: string): never {
  throw new StepFailure({ name: failureNames.output, message });
}
