import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { CommitInput } from "../CommitInput.tsx";
import { ExpressionField } from "../ExpressionField.tsx";
import { KeyValueEditor } from "../KeyValueEditor.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { SecretNames } from "../SecretNames.tsx";
import { Section } from "../Section.tsx";
import { WorkspaceField } from "../WorkspaceField.tsx";
import { ArgvFields } from "./ArgvFields.tsx";

const programs = ["sh", "bash", "zsh", "pwsh", "cmd"];

export function CommandForm(props: KindFormProps<"command">) {
  const { id, config, onConfig } = props;
  const { cwd, env, stdin, workspace, okExits, secrets } = config;
  const set = [
    cwd && `in ${cwd}`,
    env && "environment",
    okExits && `exits ${okExits.join(", ")}`,
    secrets && "secrets",
  ].filter(Boolean);
  return (
    <>
      {config.shell === undefined ? <ArgvFields {...props} /> : <ShellFields {...props} shell={config.shell} />}
      <ExpressionField
        step={id}
        path={["config", "stdin"]}
        language="template"
        label="Standard input"
        hint="What the program reads. Left empty, it reads nothing."
        value={stdin ?? ""}
        onChange={(text) => onConfig({ stdin: text === "" ? undefined : text })}
      />
      <WorkspaceField value={workspace} onChange={(next) => onConfig({ workspace: next })} />
      <Section title="Folder, environment, exits" {...(set.length > 0 && { summary: set.join(" · ") })}>
        <ExpressionField
          step={id}
          path={["config", "cwd"]}
          language="template"
          oneLine
          label="Folder"
          hint="Inside the workspace."
          placeholder="."
          value={cwd ?? ""}
          onChange={(text) => onConfig({ cwd: text || undefined })}
        />
        <KeyValueEditor
          label="Environment"
          noun="variable"
          newName="NAME"
          values={env ?? {}}
          onChange={(next) => onConfig({ env: Object.keys(next).length === 0 ? undefined : next })}
          valueField={(name, value, onValue) => (
            <ExpressionField
              step={id}
              path={["config", "env", name]}
              language="template"
              oneLine
              hideLabel
              label={`Value of ${name}`}
              placeholder="value"
              value={value}
              onChange={onValue}
            />
          )}
        />
        <Field label="Exit codes that mean success" hint="Separated by commas.">
          <CommitInput
            placeholder="0"
            value={okExits?.join(", ") ?? ""}
            onCommit={(text) => {
              const codes = text.split(",").map((code) => code.trim());
              if (text.trim() === "") onConfig({ okExits: undefined });
              else if (codes.every((code) => /^\d{1,3}$/.test(code))) onConfig({ okExits: codes.map(Number) });
              else return "Write whole numbers, for example 0, 1.";
              return null;
            }}
          />
        </Field>
        <SecretNames
          names={secrets ?? []}
          onChange={(names) => onConfig({ secrets: names.length === 0 ? undefined : names })}
        />
      </Section>
    </>
  );
}

function ShellFields({
  config,
  shell,
  onConfig,
}: KindFormProps<"command"> & { readonly shell: NonNullable<KindFormProps<"command">["config"]["shell"]> }) {
  const known = programs.includes(shell.program) ? programs : [...programs, shell.program];
  return (
    <>
      <Field
        label="Shell line"
        hint={
          <>
            A shell reads this line as it stands: pipes, <code>&amp;&amp;</code> and <code>$VARIABLES</code> work.
            Values come in through the environment below, never as text of the line.{" "}
            <button
              type="button"
              className="tw-link"
              onClick={() => onConfig({ shell: undefined, argv: config.argv ?? [shell.line].filter(Boolean) })}
            >
              Use a program with arguments
            </button>
          </>
        }
      >
        <TextArea mono minRows={2} value={shell.line} onChange={(line) => onConfig({ shell: { ...shell, line } })} />
      </Field>
      <Field label="Shell">
        <Select
          value={shell.program}
          options={known.map((value) => ({ value, label: value }))}
          onChange={(program) => onConfig({ shell: { ...shell, program } })}
        />
      </Field>
    </>
  );
}
