import type { HookNotification } from "../../protocol/hooks.ts";
import { findStep } from "../../workflow/subWorkflows.ts";
import type { HookWork } from "./callHooks.ts";

/** What a notification says: the texts of the hook, or what happened, in words. */
export function hookNotification(
  { run, seq, message }: Pick<HookWork, "run" | "seq" | "message">,
  given: { readonly title?: string; readonly text?: string },
): HookNotification {
  const { observed, step, outcome } = message;
  const title = step === undefined ? undefined : (findStep(run.workflow, step)?.title ?? step);
  const what = title === undefined ? capitalized(observed) : `${title} ${observed.replace(/^step /, "")}`;
  return {
    run: run.runId,
    seq,
    title: given.title ?? run.workflow.name,
    text: given.text ?? `${what}${outcome === undefined || outcome === "success" ? "" : `: ${outcome}`}`,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
