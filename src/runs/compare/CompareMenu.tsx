import { GitCompareArrows } from "lucide-react";
import type { RunSummary } from "../../protocol/storedRun.ts";
import { Button } from "../../ui/Button.tsx";
import { formatRelative } from "../../ui/format.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { useKnownRuns } from "../knownRuns.ts";
import { runWord } from "../runStatus.ts";
import { runsToCompare } from "./runsToCompare.ts";

/** Chooses the run to compare this one with: those it came from first, then others of its workflow. */
export function CompareMenu({
  run,
  onCompare,
}: {
  readonly run: RunSummary;
  readonly onCompare: (other: string) => void;
}) {
  const runs = useKnownRuns(({ runs }) => runs);
  const others = runsToCompare(run, runs);
  if (others.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <Button className="run-secondary" title="Compare with another run" icon={<GitCompareArrows aria-hidden />}>
          Compare
        </Button>
      }
      entries={[
        { kind: "heading", id: "heading", label: "Compare with" },
        ...others.map(
          (other): MenuEntry => ({
            kind: "action",
            id: other.id,
            label: other.name === run.name ? `run ${other.number}` : `${other.name}, run ${other.number}`,
            note: `${runWord(other).word} · ${formatRelative(other.createdAt, Date.now())}`,
            onChoose: () => onCompare(other.id),
          }),
        ),
      ]}
    />
  );
}
