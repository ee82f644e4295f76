import { ChevronDown } from "lucide-react";
import type { RunSummary } from "../protocol/storedRun.ts";
import { runWord } from "../runs/runStatus.ts";
import { Button } from "../ui/Button.tsx";
import { formatRelative } from "../ui/format.ts";
import { Menu } from "../ui/Menu.tsx";
import { InTopBar } from "../ui/topBarSlots.tsx";
import { useLibrary } from "./libraryStore.ts";
import { navigate } from "./useRoute.ts";
import "./WorkflowRuns.css";

const shown = 8;

/** Leads from a workflow to its runs, the newest first; the list of all is on the start page. */
export function WorkflowRuns({ id }: { readonly id: string }) {
  const runs = useLibrary((library) => library.runs)?.filter(({ workflowId }) => workflowId === id) ?? [];
  const newest = [...runs].sort((a, b) => b.createdAt - a.createdAt);
  const [last] = newest;
  if (last === undefined) return null;
  return (
    <InTopBar place="middle">
      <Menu
        trigger={
          <Button variant="quiet" size="small" className="workflow-runs">
            Runs <span className="workflow-runs-count">{last.number}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
        entries={[
          ...newest.slice(0, shown).map((run) => ({
            kind: "action" as const,
            id: run.id,
            label: `run ${run.number}`,
            note: noteOf(run),
            onChoose: () => navigate({ kind: "run", run: run.id }),
          })),
          { kind: "line", id: "line" },
          { kind: "action", id: "all", label: "All runs", onChoose: () => navigate({ kind: "home" }) },
        ]}
      />
    </InTopBar>
  );
}

function noteOf(run: RunSummary): string {
  const { word } = runWord(run);
  return [word, formatRelative(run.createdAt, Date.now()), run.line].filter(Boolean).join(" · ");
}
