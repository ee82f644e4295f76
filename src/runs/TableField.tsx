import { useVirtualizer } from "@tanstack/react-virtual";
import { ClipboardPaste, Plus } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { formatCount, plural } from "../ui/format.ts";
import { showToast } from "../ui/toast.ts";
import type { Json, JsonObject, JsonSchema } from "../workflow/json.ts";
import { draftOf, type FormDraft, type FormProblem } from "./formDraft.ts";
import { PasteDialog } from "./PasteDialog.tsx";
import { readGrid } from "./readGrid.ts";
import { TableRow } from "./TableRow.tsx";
import { badRows, type Pasted, pasteCells, type TableColumn } from "./tableDraft.ts";
import "./TableField.css";

const rowHeight = 33;
const errorHeight = 20;
const noProblems: readonly FormProblem[] = [];

/** Arrays of objects as a table: a thousand rows stay usable, because only those in sight are drawn. */
export function TableField({
  columns,
  element,
  title,
  draft,
  onChange,
  onPasted,
  problems,
  pointer,
}: {
  readonly columns: readonly TableColumn[];
  readonly element: JsonSchema;
  readonly title: string;
  readonly draft: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
  /** Much has changed at once: what is wrong with it should be said now. */
  readonly onPasted: (() => void) | undefined;
  readonly problems: readonly FormProblem[];
  readonly pointer: string;
}) {
  const rows: readonly Json[] = Array.isArray(draft) ? draft : noRows;
  const [onlyBad, setOnlyBad] = useState<readonly number[] | null>(null);
  const [pasting, setPasting] = useState(false);
  const id = useId();
  const byRow = useMemo(() => problemsByRow(pointer, problems), [pointer, problems]);
  const bad = useMemo(() => badRows(pointer, problems), [pointer, problems]);
  const shown = onlyBad?.filter((row) => row < rows.length) ?? null;
  const count = shown?.length ?? rows.length;
  const rowAt = (index: number) => shown?.[index] ?? index;

  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: (index) => rowHeight + (byRow.has(rowAt(index)) ? errorHeight : 0),
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights follow the problems
  useEffect(() => virtual.measure(), [byRow, shown?.length, virtual]);

  // The callbacks of a row never change, so that typing in one row draws one row.
  const latest = useRef({ rows, onChange });
  latest.current = { rows, onChange };
  const setCell = useCallback((row: number, name: string, next: FormDraft) => {
    const { rows, onChange } = latest.current;
    onChange(rows.map((old, at) => (at === row ? withCell(old, name, next) : old)));
  }, []);
  const removeRow = useCallback((row: number) => {
    const { rows, onChange } = latest.current;
    onChange(rows.filter((_, at) => at !== row));
    setOnlyBad((kept) => kept?.filter((at) => at !== row).map((at) => (at > row ? at - 1 : at)) ?? null);
  }, []);

  const focusCell = (row: number, column: number): void => {
    const index = shown === null ? row : shown.indexOf(row);
    if (index < 0) return;
    virtual.scrollToIndex(index);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)?.focus({ preventScroll: true }),
    );
  };
  // What is wrong may be out of sight, and so not drawn: it is brought there when it is first said.
  const firstBad = bad[0];
  const saidBefore = useRef(firstBad !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first saying moves the person
  useEffect(() => {
    const isNew = !saidBefore.current && firstBad !== undefined;
    saidBefore.current = firstBad !== undefined;
    if (!isNew || frame.current?.querySelector("[aria-invalid]")) return;
    virtual.scrollToIndex(firstBad);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (!document.activeElement?.matches("[aria-invalid]"))
          frame.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus({ preventScroll: true });
      }),
    );
  }, [firstBad]);
  const addRow = (): void => {
    onChange([...rows, draftOf(element, undefined) ?? {}]);
    setOnlyBad(null);
    requestAnimationFrame(() => focusCell(rows.length, 0));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = cellOf(event.target);
    if (place === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const isSelect = event.target instanceof HTMLSelectElement;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" || event.key === "Enter" ? 1 : 0;
    if (step === 0 || (isSelect && event.key !== "Enter")) return;
    event.preventDefault();
    const index = (shown === null ? place.row : shown.indexOf(place.row)) + step;
    if (index >= 0 && index < count) focusCell(rowAt(index), place.column);
    else if (event.key === "Enter" && shown === null) addRow();
  };
  const take = (pasted: Pasted): void => {
    onChange(pasted.rows);
    setOnlyBad(null);
    onPasted?.();
    const lost = pasted.ignored.length > 0 ? `; no place for ${pasted.ignored.join(", ")}` : "";
    showToast({ tone: lost === "" ? "ok" : "info", text: `${plural(pasted.count, "row")} pasted${lost}` });
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const place = cellOf(event.target);
    const text = event.clipboardData.getData("text/plain");
    if (place === null || !/[\t\r\n]/.test(text.replace(/[\r\n]+$/, ""))) return;
    event.preventDefault();
    take(pasteCells(rows, columns, element, { grid: readGrid(text), row: place.row, column: place.column }));
  };

  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="table-field">
      <div className="table-frame" ref={frame}>
        <table aria-label={title} aria-rowcount={rows.length + 1} onKeyDown={onKeyDown} onPaste={onPaste}>
          <colgroup>
            <col className="table-col-number" />
            {columns.map(({ name, kind }) => (
              <col key={name} className={columnClasses[kind.kind]} />
            ))}
            <col className="table-col-tool" />
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">
                <span className="tw-hidden">Row</span>
              </th>
              {columns.map((column) => (
                <th key={column.name} scope="col" className="tw-cut" title={headTitle(column)}>
                  {column.title}
                  {!column.required && <span className="tw-muted"> opt.</span>}
                </th>
              ))}
              <th scope="col">
                <span className="tw-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {before > 0 && <tr aria-hidden style={{ height: before }} />}
            {items.map(({ index }) => {
              const row = rowAt(index);
              return (
                <TableRow
                  key={row}
                  row={row}
                  draft={rows[row] ?? null}
                  columns={columns}
                  problems={byRow.get(row) ?? noProblems}
                  pointer={pointer}
                  errorId={`${id}-${row}`}
                  onCell={setCell}
                  onRemove={removeRow}
                />
              );
            })}
            {after > 0 && <tr aria-hidden style={{ height: after }} />}
          </tbody>
        </table>
      </div>
      <div className="table-foot">
        <Button size="small" icon={<Plus aria-hidden />} onClick={addRow}>
          Add row
        </Button>
        <Button size="small" icon={<ClipboardPaste aria-hidden />} onClick={() => setPasting(true)}>
          Paste rows …
        </Button>
        <span className="tw-muted">
          {shown === null ? plural(rows.length, "row") : `${formatCount(count)} of ${plural(rows.length, "row")}`}
        </span>
        {(bad.length > 0 || onlyBad !== null) && (
          <Checkbox
            label={`only bad rows (${formatCount(bad.length)})`}
            checked={onlyBad !== null}
            onChange={(only) => setOnlyBad(only ? bad : null)}
          />
        )}
      </div>
      {pasting && (
        <PasteDialog
          columns={columns}
          hasRows={rows.length > 0}
          onClose={() => setPasting(false)}
          onPaste={(grid, how) => {
            const kept = how === "replace" ? noRows : rows;
            take(pasteCells(kept, columns, element, { grid, row: kept.length, column: 0 }));
          }}
        />
      )}
    </div>
  );
}

const noRows: readonly Json[] = [];

const columnClasses: Record<TableColumn["kind"]["kind"], string> = {
  text: "table-col",
  number: "table-col-figure",
  choice: "table-col-choice",
  boolean: "table-col-boolean",
};

function headTitle({ title, name, required }: TableColumn): string {
  return `${title}${title === name ? "" : ` (${name})`}${required ? "" : ", may be left out"}`;
}

function cellOf(target: EventTarget): { readonly row: number; readonly column: number } | null {
  const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
  if (cell === undefined) return null;
  const [row = 0, column = 0] = cell.split(":").map(Number);
  return { row, column };
}

function problemsByRow(pointer: string, problems: readonly FormProblem[]): ReadonlyMap<number, readonly FormProblem[]> {
  const byRow = new Map<number, FormProblem[]>();
  for (const problem of problems) {
    const [row] = badRows(pointer, [problem]);
    if (row !== undefined) byRow.set(row, [...(byRow.get(row) ?? []), problem]);
  }
  return byRow;
}

function withCell(row: Json | undefined, name: string, next: FormDraft): Json {
  const old: JsonObject = typeof row === "object" && row !== null && !Array.isArray(row) ? (row as JsonObject) : {};
  const rest = Object.entries(old).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? rest : [...rest, [name, next]]);
}
