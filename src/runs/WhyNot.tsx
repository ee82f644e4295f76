import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { StepId } from "../workflow/workflow.ts";
import { usePast, useRunContext, useShown } from "./RunContext.ts";
import { taskReason } from "./taskReason.ts";
import { whyNot } from "./whyNot.ts";

/** *Why not?*: of a step that did not run, what decided so, or what would have had to happen. */
export function WhyNot({ step: id }: { readonly step: StepId }) {
  const { stored, title, openRun } = useRunContext();
  const history = usePast();
  // Read as text, so that a tick that changes none of the words draws nothing.
  const words = useShown(({ view }) => {
    const why =
      taskReason(id, stored.workflow, view, history, title) ?? whyNot(id, stored.workflow, view, history, title);
    return why?.join("\n");
  });
  const outcome = useShown(({ view }) => (Object.hasOwn(view.steps, id) ? view.steps[id]?.task : null));
  const seq = history.decidedAt(id);
  const taken = history.takesOver;
  const own = taken !== undefined && Object.hasOwn(taken.tasks, id) ? taken.tasks[id] : undefined;
  if (taken !== undefined && own !== undefined)
    return (
      <Notice
        tone="ok"
        title="It succeeded in another run, and was taken over"
        actions={
          <Button size="small" onClick={() => openRun(taken.run)}>
            Show that run
          </Button>
        }
      >
        Its result stands in tick {own.seq} there.
      </Notice>
    );
  if (words === undefined) return <p className="tw-muted">It has not run yet.</p>;
  const lines = words.split("\n");
  const decided = outcome === "skipped" || outcome === "blocked" || outcome === "cancellation";
  return (
    <Notice
      tone={outcome === "blocked" ? "wait" : "info"}
      title={decided ? `Why not? It is ${decidedWords[outcome]}` : "Why not? It has not begun"}
    >
      {lines.map((line) => (
        <p key={line}>{line}.</p>
      ))}
      {seq !== undefined && <p className="tw-muted">Decided in tick {seq}.</p>}
    </Notice>
  );
}

const decidedWords = { skipped: "skipped", blocked: "blocked", cancellation: "cancelled" } as const;
