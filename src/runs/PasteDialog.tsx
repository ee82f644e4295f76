import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Field } from "../ui/Field.tsx";
import { plural } from "../ui/format.ts";
import { TextArea } from "../ui/TextInput.tsx";
import { readGrid } from "./readGrid.ts";
import { pasteCells, type TableColumn } from "./tableDraft.ts";

/** Takes rows of a spreadsheet or a CSV file as text, and says what will become of them. */
export function PasteDialog({
  columns,
  hasRows,
  onPaste,
  onClose,
}: {
  readonly columns: readonly TableColumn[];
  readonly hasRows: boolean;
  readonly onPaste: (grid: readonly (readonly string[])[], how: "add" | "replace") => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const grid = readGrid(text);
  const preview = pasteCells([], columns, true, { grid, row: 0, column: 0 });
  const nothing = preview.count === 0;
  const paste = (how: "add" | "replace") => {
    onPaste(grid, how);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Paste rows"
      description="Copy the cells in a spreadsheet, or a CSV file. A first row with the names of the columns says where each belongs; else they go in this order."
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          {hasRows && (
            <Button disabled={nothing} onClick={() => paste("replace")}>
              Replace all rows
            </Button>
          )}
          <Button variant="primary" disabled={nothing} onClick={() => paste("add")}>
            Add rows
          </Button>
        </>
      }
    >
      <p className="tw-muted">{columns.map(({ title }) => title).join(" · ")}</p>
      <Field label="Cells">
        <TextArea mono minRows={8} value={text} onChange={setText} />
      </Field>
      <p className="tw-muted" role="status">
        {nothing ? "Nothing pasted yet." : `${plural(preview.count, "row")}.`}
        {preview.ignored.length > 0 && ` No place for ${preview.ignored.join(", ")}.`}
      </p>
    </Dialog>
  );
}
