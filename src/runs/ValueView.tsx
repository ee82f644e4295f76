import { useMemo, useState } from "react";
import { isReference } from "../engine/reference.ts";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copyText.ts";
import { formatCount, plural } from "../ui/format.ts";
import { jsonPath } from "../ui/jsonText.ts";
import type { Json } from "../workflow/json.ts";
import { brief } from "./journalLine.ts";
import { LargeValue } from "./LargeValue.tsx";
import { ValueTree } from "./ValueTree.tsx";
import { rowsWith, tablesIn, type ValueTable } from "./valueTable.ts";
import "./ValueView.css";

/** Rows drawn at once. */
const page = 50;
/** A table of so many rows can be searched. */
const manyRows = 6;

/** A value of the run: a large one by its size until somebody asks for it. */
export function ValueView({ value, label }: { readonly value: Json; readonly label: string }) {
  if (!isReference(value)) return <WholeValue value={value} label={label} />;
  return <LargeValue reference={value} label={label} draw={(whole) => <WholeValue value={whole} label={label} />} />;
}

/** A value as a table when it is a list of objects, else as text or a tree, and the lists in it as tables. */
function WholeValue({ value, label }: { readonly value: Json; readonly label: string }) {
  const tables = useMemo(() => tablesIn(value), [value]);
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const first = tables[0]?.name === null ? null : "";
  const shown = tables.find(({ name }) => name === (chosen === undefined ? first : chosen));
  if (shown !== undefined)
    return <Table table={shown.table} name={shown.name} label={label} onTree={() => setChosen("")} />;
  if (tables.length === 0) return <ValueTree value={value} label={label} />;
  return (
    <div className="value">
      <ValueTree value={value} label={label} />
      <div className="value-foot">
        {tables.map(({ name }) => (
          <Button key={name} size="small" variant="quiet" onClick={() => setChosen(name)}>
            {name === null ? "As a table" : `${name} as a table`}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Table({
  table,
  name,
  label,
  onTree,
}: {
  readonly table: ValueTable;
  /** Of the member that it is; `null`: the value itself. */
  readonly name: string | null;
  readonly label: string;
  readonly onTree: () => void;
}) {
  const [most, setMost] = useState(page);
  const [wanted, setWanted] = useState("");
  const rows = useMemo(() => rowsWith(table, wanted), [table, wanted]);
  const total = table.rows.length;
  return (
    <div className="value">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <section className="value-table" aria-label={name === null ? label : `${label} ${name}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th aria-label="Row" />
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(({ index, row }) => (
              <tr key={index}>
                <th scope="row">
                  <RowNumber path={jsonPath(name === null ? [index] : [name, index])} index={index} />
                </th>
                {table.columns.map((column) => (
                  <td key={column}>{cell(row.get(column))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="value-foot">
        <span className="tw-muted">
          {rows.length === total ? plural(total, "row") : `${formatCount(rows.length)} of ${plural(total, "row")}`}
        </span>
        {total >= manyRows && (
          <input
            type="search"
            className="tw-json-search"
            placeholder="Search"
            aria-label={`Search in ${label}`}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {rows.length > most && (
          <Button size="small" variant="quiet" onClick={() => setMost(most + page * 4)}>
            Show more
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={onTree}>
          As a tree
        </Button>
      </div>
    </div>
  );
}

/** Where a row stands, to be copied for an expression. */
function RowNumber({ path, index }: { readonly path: string; readonly index: number }) {
  return (
    <button
      type="button"
      className="value-row"
      title={`Copy path ${path}`}
      onClick={() => void copyText(path, `Path ${path} copied`)}
    >
      {index}
    </button>
  );
}

function cell(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : brief(value);
}
