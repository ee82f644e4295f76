import { GitFork } from "lucide-react";
import { Suspense } from "react";
import { Button } from "../ui/Button.tsx";
import { loadLater } from "../ui/loadLater.ts";
import { OpeningDialog } from "../ui/OpeningDialog.tsx";
import { forkableSeq, openFork, useForkStart } from "./forkStart.ts";
import { useRunContext, useShown } from "./RunContext.ts";

const ForkDialog = loadLater(() => import("./ForkDialog.tsx").then((module) => module.ForkDialog));

/** Opens the dialog for the moment that is shown, and holds it for all who open it. */
export function ForkButton() {
  const { stored } = useRunContext();
  const { id } = stored.summary;
  const seq = useShown((run) => (run.seq === 0 ? 0 : forkableSeq(run))) ?? 0;
  const start = useForkStart(({ start }) => start);
  return (
    <>
      <Button
        className="run-secondary"
        title="A new run that begins with the moment that is shown"
        icon={<GitFork aria-hidden />}
        disabled={seq === 0}
        onClick={() => openFork({ runId: id, seq })}
      >
        Fork
      </Button>
      <Suspense fallback={<OpeningDialog />}>
        {start?.runId === id && <ForkDialog key={`${start.seq} ${start.edit}`} start={start} />}
      </Suspense>
    </>
  );
}
