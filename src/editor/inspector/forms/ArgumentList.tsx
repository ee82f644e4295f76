import { Plus } from "lucide-react";
import { type ClipboardEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import type { StepId } from "../../../workflow/workflow.ts";
import { pastedArguments } from "../commandLine.ts";
import { ExpressionField } from "../ExpressionField.tsx";
import { moved, RowTools } from "../RowTools.tsx";

/** A program and its arguments, one to a row; every argument but the program is a template. */
export function ArgumentList({
  id,
  argv,
  onChange,
}: {
  readonly id: StepId;
  readonly argv: readonly string[];
  readonly onChange: (argv: readonly string[]) => void;
}) {
  const [program = "", ...rest] = argv;
  /** The row that was just added takes the focus. */
  const [added, setAdded] = useState<number | null>(null);
  const addAfter = (index: number) => {
    onChange([program, ...rest].toSpliced(index + 1, 0, ""));
    setAdded(index + 1);
  };
  /** A command line, or a list of lines, that is pasted into an empty row becomes rows. */
  const paste = (index: number) => (event: ClipboardEvent) => {
    const taken = pastedArguments(event.clipboardData.getData("text/plain"), argv[index] ?? "");
    if (taken === null) return;
    event.preventDefault();
    event.stopPropagation();
    onChange([program, ...rest].toSpliced(index, 1, ...taken));
  };
  return (
    <>
      <Field label="Command" aside="the program">
        <TextArea
          mono
          minRows={1}
          placeholder="git"
          value={program}
          onPaste={paste(0)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            addAfter(0);
          }}
          onChange={(text) => onChange(text === "" && rest.length === 0 ? [] : [...text.split(/\r?\n/), ...rest])}
        />
      </Field>
      <fieldset className="tw-arguments">
        <legend className="tw-field-label">Arguments</legend>
        {rest.map((argument, at) => {
          const index = at + 1;
          const name = `argument ${index}`;
          return (
            <div key={index} className="tw-arguments-row" onPasteCapture={paste(index)}>
              <ExpressionField
                step={id}
                path={["config", "argv", index]}
                language="template"
                oneLine
                hideLabel
                label={`Argument ${index}`}
                placeholder="an empty argument"
                value={argument}
                focused={added === index}
                onEnter={() => addAfter(index)}
                onChange={(text) => onChange(argv.with(index, text))}
              />
              <RowTools
                name={name}
                index={at}
                count={rest.length}
                onMove={(to) => onChange([program, ...moved(rest, at, to)])}
                onRemove={() => {
                  setAdded(null);
                  onChange(argv.toSpliced(index, 1));
                }}
              />
            </div>
          );
        })}
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => addAfter(rest.length)}>
          Add argument
        </Button>
      </fieldset>
    </>
  );
}
