import { useState } from "react";
import { isReference } from "../engine/reference.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import type { Json } from "../workflow/json.ts";
import { brief } from "./journalLine.ts";
import { LargeValue } from "./LargeValue.tsx";
import { ValueTree } from "./ValueTree.tsx";
import { tableOf } from "./valueTable.ts";
import "./ValueView.css";

/** Rows drawn at once. */
const page = 50;

/** A value of the run: a large one by its size until somebody asks for it. */
export function ValueView({ value, label }: { readonly value: Json; readonly label: string }) {
  if (!isReference(value)) return <WholeValue value={value} label={label} />;
  return <LargeValue reference={value} label={label} draw={(whole) => <WholeValue value={whole} label={label} />} />;
}

/** A value as a table when it is a list of objects, else as text or a tree. */
function WholeValue({ value, label }: { readonly value: Json; readonly label: string }) {
  const table = tableOf(value);
  const [asTable, setAsTable] = useState(true);
  const [shown, setShown] = useState(page);
  if (table === null) return <ValueTree value={value} label={label} />;
  if (!asTable)
    return (
      <div className="value">
        <ValueTree value={value} label={label} />
        <Button size="small" variant="quiet" onClick={() => setAsTable(true)}>
          As a table
        </Button>
      </div>
    );
  return (
    <div className="value">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <section className="value-table" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shown).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and the list never changes
              <tr key={index}>
                {table.columns.map((column) => (
                  <td key={column}>{cell(row.get(column))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="value-foot">
        <span className="tw-muted">{plural(table.rows.length, "row")}</span>
        {table.rows.length > shown && (
          <Button size="small" variant="quiet" onClick={() => setShown(shown + page * 4)}>
            Show more
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setAsTable(false)}>
          As a tree
        </Button>
      </div>
    </div>
  );
}

function cell(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : brief(value);
}
