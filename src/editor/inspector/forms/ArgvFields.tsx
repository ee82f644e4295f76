import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { jsonPointer } from "../../../workflow/jsonPointer.ts";
import { useEditor } from "../../editorContext.ts";
import { argvText, commandHint, readArgv } from "../commandLine.ts";
import type { KindFormProps } from "../kindForm.ts";
import { useDraftText } from "../useDraftText.ts";
import { ArgumentList } from "./ArgumentList.tsx";

/** Each row is an editor of its own: longer lists begin as text. */
const maxRows = 40;

/** A command without a shell: the program and its arguments, as rows or as text. */
export function ArgvFields({ id, config, onConfig }: KindFormProps<"command">) {
  const argv = config.argv ?? [];
  const [shown, setShown] = useState<"rows" | "text">(argv.length > maxRows ? "text" : "rows");
  const hint = commandHint(argv);
  const toShell = (line: string) => onConfig({ argv: undefined, shell: { program: "sh", line } });
  const change = (next: readonly string[]) => onConfig({ argv: next });
  return (
    <>
      {shown === "rows" ? (
        <ArgumentList id={id} argv={argv} onChange={change} />
      ) : (
        <ArgvText id={id} argv={argv} onChange={change} />
      )}
      <p className="tw-field-hint">
        No shell stands between: quotes and stars are ordinary characters, and <code>{"{{ … }}"}</code> is filled in as
        one argument.{" "}
        <button type="button" className="tw-link" onClick={() => toShell(argv.join(" "))}>
          Use a shell line
        </button>{" "}
        <button type="button" className="tw-link" onClick={() => setShown(shown === "rows" ? "text" : "rows")}>
          {shown === "rows" ? "Edit as text" : "Edit as rows"}
        </button>
      </p>
      {hint?.kind === "shell" && (
        <Notice
          tone="wait"
          title={`“${hint.because}” needs a shell`}
          actions={
            <Button size="small" onClick={() => toShell(hint.line)}>
              Use a shell line
            </Button>
          }
        >
          {argv[0]?.trim().split(/\s/)[0] === hint.because
            ? "It is no program but a word of the shell. To begin in another folder, name it under Folder."
            : "As it stands, the program gets it as an ordinary argument."}
        </Notice>
      )}
      {hint?.kind === "split" && (
        <Notice
          title="This is one long program name"
          actions={
            <Button size="small" onClick={() => change(hint.argv)}>
              Split into arguments
            </Button>
          }
        >
          Blanks do not separate arguments; rows do.
        </Notice>
      )}
    </>
  );
}

function ArgvText({
  id,
  argv,
  onChange,
}: {
  readonly id: string;
  readonly argv: readonly string[];
  readonly onChange: (argv: readonly string[]) => void;
}) {
  const [text, setText] = useDraftText(argvText(argv), (typed) => ({ ok: true, text: argvText(readArgv(typed)) }));
  const pointer = `${jsonPointer(["steps", id, "config", "argv"])}/`;
  const wrong = useEditor().problems.find((problem) => problem.pointer.startsWith(pointer));
  return (
    <Field label="Command" aside="one argument per line, the program first" error={wrong?.message}>
      <TextArea
        mono
        minRows={3}
        placeholder={"git\nlog\n--format=%an"}
        value={text}
        onChange={(next) => {
          setText(next);
          onChange(readArgv(next));
        }}
      />
    </Field>
  );
}
