import { Braces } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { useDocument } from "../document/useDocument.ts";
import { insertables } from "./insertable.ts";

/**
 * A text with `{{ … }}` in it (`template`), or one JSONata expression. The menu inserts at the caret what this step
 * can look at.
 */
export function TemplateInput({
  step,
  language,
  value,
  onChange,
  placeholder,
  minRows = 1,
}: {
  readonly step: string;
  readonly language: "template" | "expression";
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  readonly minRows?: number;
}) {
  const field = useRef<HTMLDivElement>(null);
  const workflow = useDocument((state) => state.workflow);
  // Where the caret was when the field was left; a field that was never entered gets it at its end.
  const caret = useRef<readonly [from: number, to: number] | null>(null);
  const insert = (expression: string) => {
    const area = field.current?.querySelector("textarea");
    const text = language === "template" ? `{{ ${expression} }}` : expression;
    const [from, to] = caret.current ?? [value.length, value.length];
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  return (
    <div className="tw-template" ref={field}>
      <TextArea
        mono
        minRows={minRows}
        value={value}
        onChange={onChange}
        placeholder={placeholder}
        onBlur={(event) => {
          caret.current = [event.target.selectionStart, event.target.selectionEnd];
        }}
      />
      <Menu
        align="end"
        trigger={<IconButton label="Insert a value" size="small" icon={<Braces aria-hidden />} />}
        entries={entriesOf(workflow, step, insert)}
      />
    </div>
  );
}

function entriesOf(
  workflow: Parameters<typeof insertables>[0],
  step: string,
  insert: (expression: string) => void,
): readonly MenuEntry[] {
  const entries: MenuEntry[] = [];
  let group = "";
  for (const value of insertables(workflow, step)) {
    if (value.group !== group) entries.push({ kind: "heading", id: `heading ${value.group}`, label: value.group });
    group = value.group;
    entries.push({
      kind: "action",
      id: value.expression,
      label: value.expression,
      note: value.about,
      onChoose: () => insert(value.expression),
    });
  }
  return entries;
}
