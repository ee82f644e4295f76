import { Trash2 } from "lucide-react";
import { memo } from "react";
import { IconButton } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import { escapePointer, type FormDraft, type FormProblem, isDate } from "./formDraft.ts";
import { cellText, type TableColumn } from "./tableDraft.ts";

/** One row of a table form; it is drawn again only when something of it changed. */
export const TableRow = memo(function TableRow({
  row,
  draft,
  columns,
  problems,
  pointer,
  errorId,
  onCell,
  onRemove,
}: {
  readonly row: number;
  readonly draft: Json;
  readonly columns: readonly TableColumn[];
  readonly problems: readonly FormProblem[];
  /** Of the table. */
  readonly pointer: string;
  readonly errorId: string;
  readonly onCell: (row: number, name: string, next: FormDraft) => void;
  readonly onRemove: (row: number) => void;
}) {
  const cells: JsonObject =
    typeof draft === "object" && draft !== null && !Array.isArray(draft) ? (draft as JsonObject) : {};
  const bad = problems.length > 0;
  return (
    <>
      <tr aria-rowindex={row + 2} className={classNames(bad && "table-row-bad")}>
        <th scope="row">{row + 1}</th>
        {columns.map((column, index) => {
          const place = `${pointer}/${row}/${escapePointer(column.name)}`;
          const error = problems.find((problem) => problem.pointer === place)?.message;
          return (
            <td key={column.name}>
              <Cell
                column={column}
                draft={Object.hasOwn(cells, column.name) ? cells[column.name] : undefined}
                onChange={(next) => onCell(row, column.name, next)}
                attributes={{
                  "data-cell": `${row}:${index}`,
                  "aria-label": `${column.title}, row ${row + 1}`,
                  ...(error !== undefined && { "aria-invalid": true, "aria-describedby": errorId, title: error }),
                }}
              />
            </td>
          );
        })}
        <td>
          <IconButton
            label={`Remove row ${row + 1}`}
            size="small"
            icon={<Trash2 aria-hidden />}
            onClick={() => onRemove(row)}
          />
        </td>
      </tr>
      {bad && (
        <tr className="table-row-bad table-row-error">
          <td colSpan={columns.length + 2}>
            <p className="table-error tw-cut" id={errorId} title={problems.map(({ message }) => message).join("\n")}>
              {problems.map((problem) => `${columnOf(problem, columns)}${problem.message}`).join(" ")}
            </p>
          </td>
        </tr>
      )}
    </>
  );
});

function columnOf({ pointer }: FormProblem, columns: readonly TableColumn[]): string {
  const column = columns.find(({ name }) => pointer.endsWith(`/${escapePointer(name)}`));
  return column === undefined ? "" : `${column.title}: `;
}

function Cell({
  column,
  draft,
  onChange,
  attributes,
}: {
  readonly column: TableColumn;
  readonly draft: FormDraft;
  readonly onChange: (draft: FormDraft) => void;
  readonly attributes: Readonly<Record<string, string | boolean>>;
}) {
  const { kind } = column;
  const text = cellText(column, draft);
  // A pasted text that is none of the values stays in sight until it is mended.
  if (kind.kind === "choice")
    return (
      <select
        {...attributes}
        value={typeof draft === "number" ? String(draft) : text === "" ? "" : "wrong"}
        onChange={(event) => onChange(event.target.value === "" ? undefined : Number(event.target.value))}
      >
        <option value="">{column.required ? "Choose …" : ""}</option>
        {typeof draft === "string" && (
          <option value="wrong" disabled>
            {draft}
          </option>
        )}
        {kind.values.map((value, index) => (
          <option key={JSON.stringify(value)} value={index}>
            {typeof value === "string" ? value : JSON.stringify(value)}
          </option>
        ))}
      </select>
    );
  if (kind.kind === "boolean" && typeof draft !== "string")
    return (
      <input
        {...attributes}
        type="checkbox"
        checked={draft === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  const isDay = kind.kind === "text" && kind.format === "date" && (text === "" || isDate(text));
  return (
    <input
      {...attributes}
      type={isDay ? "date" : "text"}
      inputMode={kind.kind === "number" ? (kind.integer ? "numeric" : "decimal") : undefined}
      className={kind.kind === "number" ? "table-figure" : undefined}
      autoComplete="off"
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
