import { Moon, Search, Settings, Sun, Workflow } from "lucide-react";
import type { Ref } from "react";
import type { RunSummary } from "../protocol/storedRun.ts";
import { IconButton } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { chordsText, isMac } from "../ui/chord.ts";
import { Keys } from "../ui/Keys.tsx";
import { Menu } from "../ui/Menu.tsx";
import { useTheme } from "../ui/theme.ts";
import { appCommands } from "./appCommandTable.ts";
import { needsYou, useLibrary } from "./libraryStore.ts";
import { openPalette } from "./palette/openPalette.ts";
import { RunnerChip } from "./RunnerChip.tsx";
import type { Route } from "./route.ts";
import { navigate } from "./useRoute.ts";
import "./TopBar.css";

/** The bar over every page. The page shown fills `middle` and `actions` through `InTopBar`. */
export function TopBar({
  middle,
  actions,
  route,
}: {
  readonly middle: Ref<HTMLDivElement>;
  readonly actions: Ref<HTMLDivElement>;
  readonly route: Route;
}) {
  const { theme, choose } = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <header className="top-bar" data-place={route.kind}>
      <a className="top-logo" href="#/" aria-label="Tickwork, start page">
        <span className="top-logo-mark">
          <Workflow aria-hidden />
        </span>
        {(route.kind === "home" || route.kind === "pair") && <span>Tickwork</span>}
      </a>
      <div className="top-middle" ref={middle} />
      <div className="top-always">
        <button type="button" className="top-search" onClick={openPalette}>
          <Search aria-hidden />
          <span className="top-search-word">{appCommands.palette.name}</span>
          <Keys keys={chordsText(appCommands.palette.keys, isMac)} />
        </button>
        <NeedsYouChip shownRun={route.kind === "run" ? route.run : null} />
        <RunnerChip />
        <IconButton
          label={`Use the ${other} theme`}
          icon={other === "dark" ? <Moon aria-hidden /> : <Sun aria-hidden />}
          onClick={() => choose(other)}
        />
        <IconButton label="Settings" icon={<Settings aria-hidden />} onClick={() => navigate({ kind: "settings" })} />
      </div>
      <div className="top-actions" ref={actions} />
    </header>
  );
}

/** Which runs wait for a person; absent when none does but the one that is shown and says it itself. */
function NeedsYouChip({ shownRun }: { readonly shownRun: string | null }) {
  const runs = useLibrary((library) => library.runs)?.filter(({ id }) => id !== shownRun) ?? null;
  const count = needsYou(runs);
  if (count === 0 || runs === null) return null;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="top-chip">
          <Chip tone="wait" dot>
            needs you · {count}
          </Chip>
        </button>
      }
      entries={runs.filter((run) => run.needsYou > 0).map(entry)}
    />
  );
}

function entry(run: RunSummary) {
  return {
    kind: "action",
    id: run.id,
    label: run.name,
    note: `run ${run.number} · ${run.needsYou} ${run.needsYou === 1 ? "thing waits" : "things wait"} for you`,
    onChoose: () => navigate({ kind: "run", run: run.id }),
  } as const;
}
