import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { EachListView } from "../engine/view.ts";
import { Chip } from "../ui/Chip.tsx";
import { classNames } from "../ui/classNames.ts";
import { formatCount, formatDuration, plural } from "../ui/format.ts";
import { attemptWord } from "./attemptWord.ts";
import { brief } from "./journalLine.ts";
import type { MatrixList as Matrix, MatrixRow } from "./matrixRows.ts";
import { useRunTime } from "./RunContext.ts";
import "./MatrixList.css";

const rowHeight = 30;
const mostShown = 8;

/** The elements of a `forEach`, list by list, what failed first; each leads to its last attempt. */
export function MatrixList({
  lists,
  open,
  chosen,
  onChoose,
}: {
  readonly lists: readonly Matrix[];
  /** Those that are under way: how long they are. */
  readonly open: readonly EachListView[];
  readonly chosen: string | undefined;
  readonly onChoose: (execution: string) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const lines = lists.flatMap((list) => [...(lists.length > 1 ? [list] : []), ...list.rows]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <section className="details-part" aria-label="Elements">
      <h3>
        Elements
        <span> {countWords(lists, open)}</span>
      </h3>
      <div className="matrix" ref={frame} style={{ height: Math.min(lines.length, mostShown) * rowHeight }}>
        <ul className="matrix-all" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: place, start }) => {
            const line = lines[place];
            if (line === undefined) return null;
            const style = { transform: `translateY(${start}px)` };
            return "rows" in line ? (
              <li key={`list ${line.list}`} className="matrix-list" style={style}>
                <strong>List {line.number}</strong>
                {line.of !== undefined && (
                  <code className="tw-cut" title={brief(line.of.item)}>
                    {brief(line.of.item)}
                  </code>
                )}
                <span className="tw-muted">{endsOf([line], open)}</span>
              </li>
            ) : (
              <li key={line.attempt.item} style={style}>
                <ElementRow row={line} chosen={chosen} onChoose={onChoose} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function ElementRow({
  row: { attempt, index, tries },
  chosen,
  onChoose,
}: {
  readonly row: MatrixRow;
  readonly chosen: string | undefined;
  readonly onChoose: (execution: string) => void;
}) {
  const now = useRunTime();
  const { tone, word } = attemptWord(attempt);
  const took = (attempt.endedAt ?? now) - (attempt.startedAt ?? attempt.dispatchedAt);
  const value = brief(attempt.context.element?.item ?? null);
  return (
    <button
      type="button"
      className={classNames("matrix-row", attempt.execution === chosen && "matrix-row-shown")}
      aria-pressed={attempt.execution === chosen}
      data-element={index}
      onClick={() => onChoose(attempt.execution)}
    >
      <span className="matrix-number">{index + 1}</span>
      <code className="tw-cut" title={value}>
        {value}
      </code>
      {tries > 1 && <span className="tw-muted">{plural(tries, "try", "tries")}</span>}
      <span className="tw-muted">{formatDuration(Math.max(0, took))}</span>
      <Chip tone={tone} dot={attempt.end === undefined}>
        {word}
      </Chip>
    </button>
  );
}

/** `12 elements in 2 lists: 2 failed, 10 done`. */
function countWords(lists: readonly Matrix[], open: readonly EachListView[]): string {
  const all = lists.reduce((sum, { rows }) => sum + rows.length, 0) + notBegun(lists, open);
  const where = lists.length > 1 ? ` in ${plural(lists.length, "list")}` : "";
  return `${plural(all, "element")}${where}: ${endsOf(lists, open)}`;
}

/** `2 failed, 10 done`. */
function endsOf(lists: readonly Matrix[], open: readonly EachListView[]): string {
  const sum = (count: (list: Matrix) => number) => lists.reduce((all, list) => all + count(list), 0);
  const counts = [
    [sum(({ failed }) => failed), "failed"],
    [sum(({ under }) => under), "under way"],
    [sum(({ succeeded }) => succeeded), "done"],
    [notBegun(lists, open), "not begun"],
  ] as const;
  return counts.flatMap(([count, word]) => (count > 0 ? [`${formatCount(count)} ${word}`] : [])).join(", ");
}

function notBegun(lists: readonly Matrix[], open: readonly EachListView[]): number {
  const lengths = new Map(open.map(({ list, total }) => [list, total]));
  return lists.reduce((sum, { list, rows }) => sum + Math.max(0, (lengths.get(list) ?? 0) - rows.length), 0);
}
