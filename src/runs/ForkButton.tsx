import { GitFork } from "lucide-react";
import { Suspense } from "react";
import { Button } from "../ui/Button.tsx";
import { loadLater } from "../ui/loadLater.ts";
import { OpeningDialog } from "../ui/OpeningDialog.tsx";
import { openFork, useForkStart } from "./forkStart.ts";
import { useRunContext, useShown } from "./RunContext.ts";

const ForkDialog = loadLater(() => import("./ForkDialog.tsx").then((module) => module.ForkDialog));

/** Opens the dialog for the moment that is shown, and holds it for all who open it. */
export function ForkButton() {
  const { stored } = useRunContext();
  const { id } = stored.summary;
  const shown = useShown(({ seq }) => seq) ?? 0;
  const ended = useShown(({ view }) => view.lifecycle === "completed") ?? false;
  const start = useForkStart(({ start }) => start);
  // Behind its end nothing can go on: the last moment before it.
  const seq = Math.max(1, ended ? shown - 1 : shown);
  return (
    <>
      <Button icon={<GitFork aria-hidden />} disabled={shown === 0} onClick={() => openFork({ runId: id, seq })}>
        Fork
      </Button>
      <Suspense fallback={<OpeningDialog />}>
        {start?.runId === id && <ForkDialog key={`${start.seq} ${start.edit}`} start={start} />}
      </Suspense>
    </>
  );
}
