import type { ChatCall, FileCall, HttpCall } from "../../protocol/runnerCalls.ts";

/** What the runner was asked to carry out itself. */
export type Call =
  | { readonly kind: "http"; readonly request: HttpCall }
  | { readonly kind: "file"; readonly request: FileCall }
  /** `model`: as the step names it; `undefined`: the default. */
  | { readonly kind: "chat"; readonly request: ChatCall; readonly model?: string };

/** Whether it may simply be done again when nobody knows how far it got (T19). */
export function isRepeatable(call: Call): boolean {
  switch (call.kind) {
    case "http":
      return ["GET", "HEAD", "OPTIONS"].includes(call.request.method.toUpperCase());
    case "file":
      return call.request.operation !== "write";
    case "chat":
      return false;
  }
}

/** The texts of a call in which marks of secrets are filled. */
export function textsOfCall(call: Call): readonly string[] {
  switch (call.kind) {
    case "http":
      return [call.request.url, ...Object.values(call.request.headers ?? {}), call.request.body ?? ""];
    case "file":
      return [call.request.content ?? ""];
    case "chat":
      return call.request.messages.map(({ content }) => content);
  }
}
