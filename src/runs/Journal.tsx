import { useVirtualizer } from "@tanstack/react-virtual";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { traceLine } from "../engine/trace.ts";
import type { StoredRun } from "../protocol/storedRun.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { classNames } from "../ui/classNames.ts";
import { formatExact } from "../ui/format.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { scopeOf } from "../workflow/subWorkflows.ts";
import { clockTime } from "./clockTime.ts";
import { filterJournal, nearestPlace, placeOf } from "./filterJournal.ts";
import { openFork } from "./forkStart.ts";
import type { HistoryEntry } from "./historyAt.ts";
import { useReportsOfRun } from "./hookReports.ts";
import { journalLine, type LineContext } from "./journalLine.ts";
import { useHistory, useRunContext, useTick } from "./RunContext.ts";
import type { RunHistory } from "./runHistory.ts";
import { unhandledText } from "./unhandled.ts";
import { ValueTree } from "./ValueTree.tsx";
import "./Journal.css";

const rowHeight = 26;

/** Every tick of the run, one line each; the chosen one with its trace and its JSON beside. */
export function Journal() {
  const { title, selected, stored, stores } = useRunContext();
  const hookReport = useReportsOfRun(stored.summary.id);
  const { history, seq } = useHistory();
  const [text, setText] = useState("");
  const [onlySelected, setOnlySelected] = useState(false);
  const chosen = useTick();
  // The chosen tick is the moment that the whole page shows.
  const setChosen = (tick: number | null) => stores.moment.setState({ tick, playing: false });
  const context = useMemo(
    (): LineContext => ({ ...lineContext(history, title, stored), hookReport }),
    [history, title, stored, hookReport],
  );
  const step = onlySelected ? selected : null;
  const filtered = text.trim() !== "" || step !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the history grows in place; its seq says when
  const entries = useMemo(
    () => (filtered ? filterJournal(history.entries, { text, step }, context) : history.entries),
    [history, seq, text, step, filtered, context],
  );
  const entry = chosen === null ? undefined : history.entries[chosen - 1];
  return (
    <div className={classNames("journal", entry === undefined && "journal-unchosen")}>
      <div className="journal-list">
        <div className="journal-tools">
          <div className="journal-find">
            <Search aria-hidden />
            <TextInput
              value={text}
              onChange={setText}
              type="search"
              placeholder="Filter ticks"
              aria-label="Filter ticks"
            />
          </div>
          {selected !== null && (
            <Checkbox label={`only ${title(selected)}`} checked={onlySelected} onChange={setOnlySelected} />
          )}
          <span className="tw-muted" role="status">
            {filtered ? `${entries.length} of ${seq}` : ""}
          </span>
        </div>
        <Rows entries={entries} context={context} chosen={chosen} onChoose={setChosen} count={entries.length} />
      </div>
      <div className="journal-tick">
        {entry ? (
          <TickView entry={entry} context={context} />
        ) : (
          <p className="tw-muted">Choose a tick to see what it decided.</p>
        )}
      </div>
    </div>
  );
}

export function lineContext(
  history: RunHistory,
  title: (step: string) => string,
  { summary: { retryOf } }: StoredRun,
): LineContext {
  return {
    title,
    attempt: (execution) => history.attempts.get(execution),
    stepOf: (item) => history.lastOfItem(item)?.step,
    retryOf,
  };
}

function Rows({
  entries,
  context,
  chosen,
  onChoose,
  count,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly context: LineContext;
  readonly chosen: number | null;
  readonly onChoose: (seq: number | null) => void;
  /** The list grows in place. */
  readonly count: number;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const id = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useEffect(() => {
    if (chosen === null && follows.current && count > 0) virtual.scrollToIndex(count - 1);
  }, [chosen, count, virtual]);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    if (chosen === null) follows.current = true;
    else virtual.scrollToIndex(Math.max(0, nearestPlace(entries, chosen)));
  }, [chosen, entries, virtual]);
  const lastTop = useRef(0);
  const onScroll = () => {
    const element = frame.current;
    if (element === null) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight * 2;
    // Rows that came since the last scroll are no reason to stop following; a person who scrolls up is.
    if (atEnd) follows.current = true;
    else if (element.scrollTop < lastTop.current) follows.current = false;
    lastTop.current = element.scrollTop;
  };
  const at = chosen === null ? -1 : placeOf(entries, chosen);
  const near = chosen === null ? count : nearestPlace(entries, chosen);
  const move = (index: number) => {
    const next = entries[Math.min(Math.max(index, 0), count - 1)];
    if (next === undefined) return;
    onChoose(next.tick.seq);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1);
    const from = near;
    const to: Readonly<Record<string, number>> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    };
    if (event.key === "Escape" && chosen !== null) {
      event.preventDefault();
      return onChoose(null);
    }
    const target = to[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  };
  return (
    <div
      ref={frame}
      className="journal-rows"
      role="listbox"
      aria-label="Ticks"
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      {...(at >= 0 && { "aria-activedescendant": `${id}-${chosen}` })}
    >
      <div className="journal-all" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          const { tick } = entry;
          const { tone, text } = journalLine(entry, context);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
            <div
              key={tick.seq}
              id={`${id}-${tick.seq}`}
              role="option"
              aria-selected={tick.seq === chosen}
              aria-posinset={index + 1}
              aria-setsize={count}
              data-seq={tick.seq}
              data-kind={tick.kind}
              className={classNames("journal-row", `journal-${tone}`, tick.seq === chosen && "journal-chosen")}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(tick.seq)}
            >
              <span className="journal-seq">{tick.seq}</span>
              <span className="journal-time" title={formatExact(tick.at)}>
                {clockTime(tick.at)}
              </span>
              <span className="journal-mark" aria-hidden />
              <span className="tw-cut">{text}</span>
              <span className="journal-kind">{tick.kind}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function TickView({ entry, context }: { readonly entry: HistoryEntry; readonly context: LineContext }) {
  const { select, stored, damaged } = useRunContext();
  const { tick, notices, step } = entry;
  const lost = notices.filter((notice) => notice.kind === "unhandled");
  // What begins a workflow inside this one is told by the step that runs it.
  const inside = step === undefined ? "" : tick.kind === "instance-started" ? step : scopeOf(step);
  return (
    <div className="tick">
      <h2>
        Tick {tick.seq} <span className="tw-muted">{formatExact(tick.at)}</span>
      </h2>
      <p>{journalLine(entry, context).text}.</p>
      {lost.slice(0, 5).map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices of a tick have no other name, and never change
        <p key={index}>{unhandledText(notice, { workflow: stored.workflow, inside }, context.title)}</p>
      ))}
      <p className="tick-ways">
        {step !== undefined && (
          <button type="button" className="link-button" onClick={() => select(step, { show: true })}>
            Show {context.title(step)}
          </button>
        )}
        {!damaged && (
          <button
            type="button"
            className="link-button"
            onClick={() => openFork({ runId: stored.summary.id, seq: tick.seq })}
          >
            Fork from here
          </button>
        )}
      </p>
      {notices.length > 0 && <pre className="tick-trace">{notices.map(traceLine).join("\n")}</pre>}
      <ValueTree value={tick} label={`Tick ${tick.seq}`} />
    </div>
  );
}
