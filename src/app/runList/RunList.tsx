import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { RunOrder } from "../../protocol/runList.ts";
import { formatCount, plural } from "../../ui/format.ts";
import { showToast } from "../../ui/toast.ts";
import { useLibrary } from "../libraryStore.ts";
import { navigate } from "../useRoute.ts";
import { DeleteRunsDialog } from "./DeleteRunsDialog.tsx";
import { RunFilterBar } from "./RunFilterBar.tsx";
import { RunRow } from "./RunRow.tsx";
import { isFiltered, noFilters, orderedBy, queryOf, type RunFilters } from "./runFilters.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { TagsDialog } from "./TagsDialog.tsx";
import { useRunPages } from "./useRunPages.ts";
import { useSelection } from "./useSelection.ts";
import "./RunList.css";

const rowHeight = 38;

const columns: readonly { readonly order: RunOrder | null; readonly label: string; readonly className: string }[] = [
  { order: "standing", label: "State", className: "runs-state" },
  { order: "name", label: "Run", className: "runs-name" },
  { order: "started", label: "Started", className: "runs-time" },
  { order: "duration", label: "Took", className: "runs-took" },
  { order: null, label: "What it said", className: "runs-line" },
];

/**
 * All runs of this browser: searched, narrowed, ordered, chosen. Only the rows that are looked at are read and drawn.
 * Keys: arrows move, Enter opens, Space chooses, Shift and an arrow choose on the way, Delete asks to delete.
 */
export function RunList({ api }: { readonly api: EngineApi }) {
  const version = useLibrary((library) => library.allRuns.version);
  const [filters, setFilters] = useState<RunFilters>(noFilters);
  // A time counts back from when it was chosen, so that the list does not move by itself.
  const query = useMemo(() => queryOf(filters, Date.now()), [filters]);
  const { page, row, show } = useRunPages(api, query, version);
  const selection = useSelection();
  const [active, setActive] = useState(0);
  const [doomed, setDoomed] = useState<readonly string[] | null>(null);
  const [tagged, setTagged] = useState<readonly string[] | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const count = page?.matching ?? 0;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => show(first, last + 1), [show, first, last]);
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const activeRow = Math.min(active, Math.max(0, count - 1));

  /** The row that gets the focus as soon as it is drawn: it may have to be scrolled to and read first. */
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const link = frame.current?.querySelector<HTMLElement>(
      `tr[aria-rowindex="${(wanted.current ?? -3) + 2}"] .runs-link`,
    );
    if (!link) return;
    wanted.current = null;
    link.focus();
  });
  const focusRow = (index: number): void => {
    wanted.current = index;
    setActive(index);
    virtual.scrollToIndex(index);
    // The row that has the focus may go; keys still reach the list.
    frame.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (target.closest(".runs-more, thead") || event.ctrlKey || event.metaKey || event.altKey) return;
    const size = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2);
    const places: Readonly<Record<string, number>> = {
      ArrowDown: activeRow + 1,
      ArrowUp: activeRow - 1,
      PageDown: activeRow + size,
      PageUp: activeRow - size,
      Home: 0,
      End: count - 1,
    };
    const place = places[event.key];
    const run = row(activeRow);
    if (place !== undefined) {
      event.preventDefault();
      const next = Math.min(Math.max(place, 0), count - 1);
      const reached = row(next);
      if (event.shiftKey && run) selection.set(run.id, true);
      if (event.shiftKey && reached) selection.set(reached.id, true);
      focusRow(next);
    } else if (event.key === " " && run && target instanceof HTMLAnchorElement) {
      event.preventDefault();
      selection.set(run.id, !selection.ids.has(run.id));
    } else if (event.key === "Delete" && run) {
      event.preventDefault();
      setDoomed(selection.ids.size > 0 ? [...selection.ids] : [run.id]);
    }
  };

  const chooseAll = async () => {
    const answer = await api.runIds(query);
    if (answer.ok) selection.replace(answer.value);
    else showToast({ tone: "bad", text: answer.refusal.message });
  };
  const allChosen = count > 0 && selection.ids.size >= count;

  return (
    <div className="run-list">
      <RunFilterBar filters={filters} page={page} onChange={setFilters} />
      <SelectionBar
        api={api}
        selection={selection}
        onTag={() => setTagged([...selection.ids])}
        onDelete={() => setDoomed([...selection.ids])}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside, which have the focus */}
      <div className="runs-frame" ref={frame} tabIndex={-1} onKeyDown={onKeyDown}>
        <table className="runs" aria-rowcount={count + 1} aria-label="Runs">
          <thead>
            <tr aria-rowindex={1}>
              <th className="runs-choose" scope="col">
                <input
                  type="checkbox"
                  aria-label={`Select all ${formatCount(count)} runs that match`}
                  checked={allChosen}
                  disabled={count === 0}
                  onChange={(event) => (event.target.checked ? void chooseAll() : selection.replace([]))}
                />
              </th>
              {columns.map(({ order, label, className }) => (
                <th
                  key={label}
                  className={className}
                  scope="col"
                  {...(order === filters.order && { "aria-sort": filters.descending ? "descending" : "ascending" })}
                >
                  {order === null ? (
                    label
                  ) : (
                    <button type="button" className="runs-sort" onClick={() => setFilters(orderedBy(filters, order))}>
                      {label}
                      {order === filters.order &&
                        (filters.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                    </button>
                  )}
                </th>
              ))}
              <th className="runs-more" scope="col">
                <span className="tw-hidden">More</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <Space height={above} />
            {items.map(({ index }) => {
              const run = row(index);
              if (run === undefined) return <Waiting key={index} index={index} />;
              return (
                <RunRow
                  key={run.id}
                  api={api}
                  run={run}
                  index={index}
                  active={index === activeRow}
                  chosen={selection.ids.has(run.id)}
                  onChoose={(chosen) => selection.set(run.id, chosen)}
                  onActive={() => setActive(index)}
                  onTag={() => setTagged([run.id])}
                  onDelete={() => setDoomed([run.id])}
                />
              );
            })}
            <Space height={below} />
          </tbody>
        </table>
        {page !== null && count === 0 && (
          <p className="runs-none">
            {isFiltered(filters) ? "No run matches. " : "Runs appear here and stay until you delete them."}
            {isFiltered(filters) && (
              <button type="button" className="link-button" onClick={() => setFilters(noFilters)}>
                Show all {plural(page.all, "run")}
              </button>
            )}
          </p>
        )}
      </div>
      <p className="runs-foot">
        <span role="status">
          {page !== null &&
            (isFiltered(filters) ? `${formatCount(count)} of ${plural(page.all, "run")}` : plural(page.all, "run"))}
        </span>
        <button type="button" className="link-button" onClick={() => navigate({ kind: "settings" })}>
          Storage and how long runs stay
        </button>
      </p>
      <DeleteRunsDialog
        api={api}
        ids={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={(ids) => {
          const gone = new Set(ids);
          selection.replace([...selection.ids].filter((id) => !gone.has(id)));
        }}
      />
      {tagged !== null && (
        <TagsDialog api={api} ids={tagged} known={page?.tags ?? []} onClose={() => setTagged(null)} />
      )}
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="runs-space">
      <td colSpan={columns.length + 2} style={{ height }} />
    </tr>
  );
}

function Waiting({ index }: { readonly index: number }) {
  return (
    <tr aria-rowindex={index + 2} className="runs-waiting">
      <td colSpan={columns.length + 2}>…</td>
    </tr>
  );
}
