import { Popover } from "@base-ui/react/popover";
import { type ReactNode, useRef, useState } from "react";
import type { RunnerStatus } from "../protocol/libraryUpdate.ts";
import { Chip, type Tone } from "../ui/Chip.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { useFocusBack } from "../ui/useFocusBack.ts";
import { assertNever } from "../workflow/assertNever.ts";
import { useLibrary } from "./libraryStore.ts";
import { navigate } from "./useRoute.ts";
import "../ui/Popup.css";

/** The runner's state in a word; what to do about it opens on a click. */
export function RunnerChip() {
  const runner = useLibrary((library) => library.runner);
  const { tone, word } = runnerWord(runner);
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  useFocusBack(open, popup);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="top-chip" aria-label={`Runner: ${word}`}>
        <Chip tone={tone} dot>
          <span className="tw-cut">{word}</span>
        </Chip>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="tw-layer">
          <Popover.Popup ref={popup} className="tw-popup top-popup">
            <Popover.Title className="top-popup-title">Runner</Popover.Title>
            <RunnerAdvice runner={runner} />
            <button type="button" className="link-button" onClick={() => navigate({ kind: "settings" })}>
              Runner settings
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

export function runnerWord(runner: RunnerStatus): { readonly tone: Tone; readonly word: string } {
  switch (runner.kind) {
    case "connected": {
      const [first, ...more] = runner.health.workspaces;
      const where = first === undefined ? "no workspace" : first.name + (more.length > 0 ? ` +${more.length}` : "");
      return { tone: "ok", word: `runner · ${where}` };
    }
    case "connecting":
      return { tone: "neutral", word: "runner · connecting" };
    case "unpaired":
      return { tone: "neutral", word: "runner · not paired" };
    case "unreachable":
      return { tone: "bad", word: "runner · not connected" };
    case "refused":
      return { tone: "bad", word: "runner · refused" };
    default:
      return assertNever(runner);
  }
}

/** What the state means and what to do next. */
export function RunnerAdvice({ runner }: { readonly runner: RunnerStatus }): ReactNode {
  const start = <code>npm start -- --workspace FOLDER</code>;
  switch (runner.kind) {
    case "connected":
      return (
        <>
          <p>Command steps run on this machine, in these workspaces:</p>
          <ul className="runner-workspaces">
            {runner.health.workspaces.map(({ name, path }) => (
              <li key={name}>
                <b>{name}</b> <span className="tw-mono tw-muted">{path}</span>
              </li>
            ))}
          </ul>
        </>
      );
    case "connecting":
      return <p>Looking for the runner on this machine …</p>;
    case "unpaired":
      return (
        <>
          <p>
            Steps that run commands or ask models need the companion runner. Start it in the Tickwork checkout and open
            the address it prints; everything else works without it.
          </p>
          {start}
        </>
      );
    case "unreachable":
      return (
        <>
          <p>
            The runner does not answer; it did last <RelativeTime at={runner.since} />. Steps that need it wait and go
            on by themselves. Start it again:
          </p>
          {start}
        </>
      );
    case "refused":
      return (
        <>
          <p>{runner.message}</p>
          <p>Open the address that the runner prints when it starts, to pair this tab with it again.</p>
          {start}
        </>
      );
    default:
      return assertNever(runner);
  }
}
