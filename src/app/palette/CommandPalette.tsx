import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import { isChord, isMac } from "../../ui/chord.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Keys } from "../../ui/Keys.tsx";
import { useOfferedCommands } from "../../ui/pageCommands.ts";
import { useExamples } from "../examples.ts";
import { useLibrary } from "../libraryStore.ts";
import { appPageCommands } from "./appPageCommands.tsx";
import { findCommands } from "./findCommands.ts";
import { closeOverlay, closeThenAct } from "./openPalette.ts";
import "./CommandPalette.css";

/** Everything that can be done or gone to, found by typing. What the page shown offers comes first. */
export function CommandPalette({ api }: { readonly api: EngineApi }) {
  return (
    <Dialog open onClose={closeOverlay} title="Search or do anything" look="bare">
      <PaletteList api={api} />
    </Dialog>
  );
}

function PaletteList({ api }: { readonly api: EngineApi }) {
  const [typed, setTyped] = useState("");
  const offered = useOfferedCommands();
  const examples = useExamples();
  const workflows = useLibrary((library) => library.workflows);
  const runs = useLibrary((library) => library.runs);
  const all = useMemo(
    () => [...offered, ...appPageCommands(api, { workflows, runs }, examples ?? [])],
    [api, offered, workflows, runs, examples],
  );
  const groups = useMemo(() => findCommands(all, typed), [all, typed]);
  return (
    <Command label="Commands" className="palette" loop shouldFilter={false} vimBindings={false}>
      <div className="palette-search">
        <Search aria-hidden />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          onKeyDown={(event) => {
            // In an empty field some browsers undo what was typed in another one.
            if (typed === "" && ["Mod z", "Mod Shift z", "Mod y"].some((chord) => isChord(chord, event, isMac)))
              event.preventDefault();
          }}
          placeholder="Search or do anything"
          aria-label="Search or do anything"
        />
        <Keys keys="Esc" />
      </div>
      <Command.List className="palette-list" label="Commands">
        <Command.Empty className="palette-none">
          Nothing of that name. Try the name of a step, a workflow, a run, or what you want to do.
        </Command.Empty>
        {groups.map(({ title, commands, more }) => (
          <Command.Group key={title} heading={title} className="tw-pick-group">
            {commands.map((command) => (
              <Command.Item
                key={command.id}
                value={command.id}
                className="tw-item palette-item"
                onSelect={() => closeThenAct(() => command.act())}
              >
                <span className="palette-icon">{command.icon}</span>
                <span className="palette-name tw-cut">{command.name}</span>
                {command.note !== undefined && <small className="tw-item-note tw-cut">{command.note}</small>}
                {command.keys !== undefined && <Keys keys={command.keys} />}
              </Command.Item>
            ))}
            {more > 0 && <p className="palette-more">{more} more: type on to find them.</p>}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
