import { type ReactNode, useEffect, useRef, useState } from "react";

/** Something that can be done or gone to, as the command palette offers it. */
export interface PageCommand {
  /** Unique on the page. */
  readonly id: string;
  readonly name: string;
  /** Under which heading it stands. */
  readonly group: string;
  /** What tells it from others of its name. */
  readonly note?: string;
  readonly icon?: ReactNode;
  /** As `chordsText` writes them. */
  readonly keys?: string;
  /** Found by typing only: there are many of its sort. */
  readonly whenTyped?: true;
  act(): void;
}

type Source = () => readonly PageCommand[];

const sources: { readonly current: Source }[] = [];
const watchers = new Set<() => void>();

const tell = () => {
  for (const watcher of watchers) watcher();
};

/** Offers commands for as long as the component is drawn. Asked each time it is drawn while somebody looks: what cannot be done is left out. */
export function usePageCommands(source: Source): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
    tell();
  });
  useEffect(() => {
    sources.push(latest);
    tell();
    return () => {
      sources.splice(sources.indexOf(latest), 1);
      tell();
    };
  }, []);
}

/** All that is offered; what was drawn last, and is closest to what the person looks at, comes first. */
function pageCommandsNow(): readonly PageCommand[] {
  return sources.toReversed().flatMap(({ current }) => current());
}

/** All that is offered, also when it changes: a step that was just added may still be on its way to the page. */
export function useOfferedCommands(): readonly PageCommand[] {
  const [offered, setOffered] = useState(pageCommandsNow);
  useEffect(() => {
    const look = () => setOffered(pageCommandsNow());
    look();
    watchers.add(look);
    return () => {
      watchers.delete(look);
    };
  }, []);
  return offered;
}
