import { type ReactNode, useEffect, useRef } from "react";

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

/** Offers commands for as long as the component is drawn. Asked each time somebody looks: what cannot be done is left out. */
export function usePageCommands(source: Source): void {
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  useEffect(() => {
    sources.push(latest);
    return () => {
      sources.splice(sources.indexOf(latest), 1);
    };
  }, []);
}

/** All that is offered now; what was drawn last, and is closest to what the person looks at, comes first. */
export function pageCommandsNow(): readonly PageCommand[] {
  return sources.toReversed().flatMap(({ current }) => current());
}
