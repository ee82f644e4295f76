import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { Chip } from "../ui/Chip.tsx";
import { classNames } from "../ui/classNames.ts";
import { formatCount, formatDuration, plural } from "../ui/format.ts";
import { attemptWord } from "./attemptWord.ts";
import { brief } from "./journalLine.ts";
import type { Matrix } from "./matrixRows.ts";
import { useRunTime } from "./RunContext.ts";
import "./MatrixList.css";

const rowHeight = 30;
const mostShown = 8;

/** The elements of a `forEach`, what failed first; each leads to its last attempt. */
export function MatrixList({
  matrix,
  waiting,
  chosen,
  onChoose,
}: {
  readonly matrix: Matrix;
  /** Elements that have not begun. */
  readonly waiting: number;
  readonly chosen: string | undefined;
  readonly onChoose: (execution: string) => void;
}) {
  const { rows, lists, failed, under, succeeded } = matrix;
  const now = useRunTime();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const words = [
    failed > 0 && `${formatCount(failed)} failed`,
    under > 0 && `${formatCount(under)} under way`,
    succeeded > 0 && `${formatCount(succeeded)} done`,
    waiting > 0 && `${formatCount(waiting)} not begun`,
  ].filter((word) => word !== false);
  return (
    <section className="details-part" aria-label="Elements">
      <h3>
        Elements
        <span>
          {" "}
          {plural(rows.length + waiting, "element")}
          {lists > 1 && ` of ${plural(lists, "list")}`}: {words.join(", ")}
        </span>
      </h3>
      <div className="matrix" ref={frame} style={{ height: Math.min(rows.length, mostShown) * rowHeight }}>
        <ul className="matrix-all" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: place, start }) => {
            const row = rows[place];
            if (row === undefined) return null;
            const { attempt, index, tries } = row;
            const { tone, word } = attemptWord(attempt);
            const took = (attempt.endedAt ?? now) - (attempt.startedAt ?? attempt.dispatchedAt);
            const value = brief(attempt.context.element?.item ?? null);
            return (
              <li key={attempt.item} style={{ transform: `translateY(${start}px)` }}>
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
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
