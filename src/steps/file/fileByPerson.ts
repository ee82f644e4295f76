import { resolveValue } from "../../engine/resolve.ts";
import type { Result } from "../../engine/result.ts";
import type { CallResult, FileCall } from "../../protocol/runnerCalls.ts";
import type { Json, JsonObject } from "../../workflow/json.ts";
import { sha256Of } from "../../workflow/sha256.ts";
import type { Work } from "../executor.ts";
import { bytesOfBase64 } from "../runner/outputText.ts";

/**
 * The question that stands for a file where there is no runner: a field for the file that is read, or the file that is
 * written, to be downloaded. Like any question it waits for as long as it takes, and its answer is a tick.
 */
export function askForFile(work: Work<"file">, call: FileCall): Result {
  const { item, step } = work.dispatch;
  // The implicit waiter of an item (R36), which is what an `Answer` must name.
  const ask = `${item}.0`;
  const name = call.path.split("/").at(-1) || call.path;
  const data: JsonObject =
    call.operation === "write"
      ? {
          question: `**${plain(call.path)}** is ready. No runner is paired, so it is saved as a download.`,
          download: { name, encoding: call.encoding ?? "utf8", content: call.content ?? "" },
        }
      : {
          question: `Which file is **${plain(call.path)}**? No runner is paired that could read it.`,
          form: {
            type: "string",
            title: name,
            contentEncoding: "base64",
            maxLength: 4 * Math.ceil(call.maxOutputBytes / 3),
          },
        };
  const published: JsonObject = { step, ask, ...data };
  return { kind: "wait", ordinal: 0, type: "Answer", where: { ask }, ask: { type: "Ask", data: published } };
}

/** What the runner would have answered, from what the person answered. */
export async function doneByPerson(
  work: Work<"file">,
  call: FileCall,
  answer: Json | undefined,
): Promise<Extract<CallResult, { kind: "read" | "written" | "failed" }>> {
  const { path, encoding = "utf8", content = "" } = call;
  if (call.operation === "write") {
    const bytes = encoding === "base64" ? bytesOfBase64(content) : new TextEncoder().encode(content);
    return { kind: "written", path, bytes: bytes.length, digest: sha256Of(bytes) };
  }
  const { value } = (await resolveValue(answer ?? {}, (digest) => work.execution.artifact(digest))) as JsonObject;
  const base64 = typeof value === "string" ? value : "";
  const bytes = fromBase64(base64);
  if (bytes === null) return failed("not-text", `The answer for ${path} is no file.`);
  const text = encoding === "base64" ? base64 : textOf(bytes);
  if (text === null)
    return failed("not-text", `${path} is not text in UTF-8. Let the step read it as bytes, or save it as UTF-8.`);
  return { kind: "read", path, bytes: bytes.length, encoding, content: text, digest: sha256Of(bytes) };
}

function failed(code: "not-text", message: string) {
  return { kind: "failed", failure: { code, message } } as const;
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return bytesOfBase64(text);
  } catch {
    return null;
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    // The mark of a byte order is kept, as the runner keeps it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A path inside of Markdown: what would be a mark of it is shown. */
function plain(path: string): string {
  return path.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
}
