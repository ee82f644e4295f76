import type { Answer } from "../protocol/answer.ts";
import { type PageCommand, usePageCommands } from "../ui/pageCommands.ts";
import { showToast } from "../ui/toast.ts";
import { exportForms, exportRunAs } from "./exportRunAs.ts";
import { forkableSeq, openFork } from "./forkStart.ts";
import { useRunContext, useShown } from "./RunContext.ts";

/** Offers what can be done with the run, and its steps to go to, to the command palette. */
export function RunCommands() {
  const { api, stored, stores, readOnly, damaged, editorHref, openRun, askConsent, select, title, inside, openInside } =
    useRunContext();
  const { summary, workflow } = stored;
  const lifecycle = useShown(({ view }) => view.lifecycle) ?? summary.lifecycle;
  const outcome = useShown(({ view }) => view.outcome) ?? summary.outcome;

  usePageCommands(() => {
    const act = async (call: Promise<Answer<unknown>>) => {
      const answer = await call;
      if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
    };
    const retry = async (): Promise<void> => {
      const answer = await api.retryFailed(summary.id);
      if (answer.ok) openRun(answer.value.runId);
      // Consent that was withdrawn meanwhile is asked for where it is missed.
      else if (answer.refusal.code === "needs-permission") askConsent(retry);
      else showToast({ tone: "bad", text: answer.refusal.message });
    };
    const fork = () => {
      const run = stores.shown.getState();
      if (run.kind === "shown" && run.seq > 0) openFork({ runId: summary.id, seq: forkableSeq(run) });
    };
    const moves = lifecycle === "running" || lifecycle === "needs-recovery";
    const failed = outcome !== null && outcome !== "success" && outcome !== "cancellation";
    const own: readonly (readonly [name: string, can: boolean, act: () => void])[] = [
      ["Pause the run", moves && !readOnly, () => void act(api.pause(summary.id))],
      [
        "Resume the run",
        !readOnly && (lifecycle === "paused" || (outcome === "cancellation" && !summary.imported)),
        () => void act(api.resume(summary.id)),
      ],
      ["Retry what failed", !readOnly && failed && !summary.imported, () => void retry()],
      ["Fork the run from the tick that is shown", !damaged, fork],
      ["Export the log", !damaged, () => void exportRunAs(api, summary, "log")],
      ...exportForms
        .filter(({ form }) => form !== "log")
        .map(
          ({ form, label }) => [`Export as: ${label}`, !damaged, () => void exportRunAs(api, summary, form)] as const,
        ),
      ["Edit the workflow", editorHref !== undefined, () => window.location.assign(editorHref ?? "")],
      ["Back to the outer workflow", inside !== "", () => openInside("")],
      [
        "Cancel the run",
        !readOnly && lifecycle !== "completed" && lifecycle !== "cancelling",
        () => void act(api.cancel(summary.id)),
      ],
    ];
    const commands = own
      .filter(([, can]) => can)
      .map(([name, , run]): PageCommand => ({ id: `run ${name}`, name, group: "This run", act: run }));
    const steps = Object.keys(workflow.steps).map(
      (id): PageCommand => ({
        id: `step ${id}`,
        name: title(id),
        note: id,
        group: "Steps of this run",
        whenTyped: true,
        act: () => select(id, { show: true }),
      }),
    );
    return [...commands, ...steps];
  });
  return null;
}
