import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { CodeText } from "../../ui/CodeText.tsx";
import { Select } from "../../ui/Select.tsx";
import { jsonPointer } from "../../workflow/jsonPointer.ts";
import type { Export, StepId, Workflow } from "../../workflow/workflow.ts";
import { useEditor } from "../editorContext.ts";
import { shapeOfSchema } from "./arrivals/shape.ts";
import { CommitInput } from "./CommitInput.tsx";
import { pathText, readPath } from "./condition/conditionForm.ts";
import { pathsIn } from "./condition/shapePaths.ts";
import { Section } from "./Section.tsx";

type Exports = Readonly<Record<string, Export>>;

/** Which outputs of tasks are the run's result, by name (T30). */
export function ExportsForm({
  workflow,
  onChange,
}: {
  readonly workflow: Workflow;
  readonly onChange: (exports: Exports | undefined) => void;
}) {
  const tasks = Object.entries(workflow.steps).flatMap(([id, step]) =>
    step.needs === undefined ? [] : [{ value: id, label: step.title ?? id }],
  );
  const exports = workflow.exports ?? {};
  const entries = Object.entries(exports);
  if (tasks.length === 0 && entries.length === 0) return null;
  // `fromEntries` makes an own key even of `__proto__`.
  const write = (next: readonly (readonly [string, Export])[]) =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <Section
      title="Result"
      summary={entries.length === 0 ? "exports of tasks" : entries.map(([name]) => name).join(", ")}
      open
    >
      <p className="tw-field-hint">
        What a run of this workflow gives: outputs of its tasks. An output is described by the schema of its task.
      </p>
      {entries.map(([name, entry], index) => (
        <ExportRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry keeps its focus while its name changes
          key={index}
          name={name}
          entry={entry}
          workflow={workflow}
          tasks={tasks}
          onRename={(next) => {
            if (next === "") return "A name is missing.";
            if (next !== name && Object.hasOwn(exports, next)) return `“${next}” stands here already.`;
            write(entries.with(index, [next, entry]));
            return null;
          }}
          onChange={(next) => write(entries.with(index, [name, next]))}
          onRemove={() => write(entries.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        icon={<Plus aria-hidden />}
        disabled={tasks.length === 0}
        onClick={() => write([...entries, [freeName(exports), { from: tasks.at(-1)?.value ?? "", path: [] }]])}
      >
        Add export
      </Button>
    </Section>
  );
}

function ExportRow({
  name,
  entry,
  workflow,
  tasks,
  onRename,
  onChange,
  onRemove,
}: {
  readonly name: string;
  readonly entry: Export;
  readonly workflow: Workflow;
  readonly tasks: readonly { readonly value: StepId; readonly label: string }[];
  readonly onRename: (name: string) => string | null;
  readonly onChange: (entry: Export) => void;
  readonly onRemove: () => void;
}) {
  const listId = useId();
  const pointer = jsonPointer(["exports", name]);
  const { problems, actions } = useEditor();
  const wrong = problems.filter((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`));
  const known = tasks.some(({ value }) => value === entry.from)
    ? tasks
    : [...tasks, { value: entry.from, label: `${entry.from} (no task)` }];
  const source = Object.hasOwn(workflow.steps, entry.from) ? workflow.steps[entry.from] : undefined;
  return (
    <fieldset className="tw-export">
      <legend className="tw-hidden">{`Export ${name}`}</legend>
      <div className="tw-named">
        <CommitInput
          aria-label={`Name of export ${name}`}
          mono
          value={name}
          onCommit={(text) => onRename(text.trim())}
        />
        <IconButton label={`Remove export ${name}`} icon={<Trash2 aria-hidden />} onClick={onRemove} />
      </div>
      <div className="tw-row">
        <Select
          aria-label={`Task of export ${name}`}
          value={entry.from}
          options={known}
          onChange={(from) => onChange({ ...entry, from })}
        />
        <CommitInput
          aria-label={`Path of export ${name}`}
          mono
          list={listId}
          placeholder="the whole output"
          value={pathText(entry.path)}
          onCommit={(text) => {
            const path = readPath(text);
            if (path === null) return "Write names with dots between them, for example findings[0].id.";
            onChange({ ...entry, path });
            return null;
          }}
        />
        <datalist id={listId}>
          {pathsIn(shapeOfSchema(source?.output)).map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
      </div>
      <Checkbox
        label="May be missing"
        checked={entry.optional === true}
        onChange={(optional) => {
          const { optional: _, ...rest } = entry;
          onChange(optional ? { ...rest, optional } : rest);
        }}
      />
      {wrong.map(({ message, pointer: where }) => (
        <p key={`${where} ${message}`} className="tw-field-error">
          <CodeText text={message} />{" "}
          {source !== undefined && (
            <button type="button" className="tw-link" onClick={() => actions.show(entry.from)}>
              Show {source.title ?? entry.from}
            </button>
          )}
        </p>
      ))}
    </fieldset>
  );
}

function freeName(exports: Exports): string {
  let name = "result";
  for (let count = 2; Object.hasOwn(exports, name); count++) name = `result${count}`;
  return name;
}
