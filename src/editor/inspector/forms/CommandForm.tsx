import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { CommitInput } from "../CommitInput.tsx";
import { argvText, commandHint, readArgv } from "../commandLine.ts";
import { ExpressionField } from "../ExpressionField.tsx";
import { KeyValueEditor } from "../KeyValueEditor.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { Section } from "../Section.tsx";
import { useDraftText } from "../useDraftText.ts";

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
      <Field label="Workspace" hint="A folder of the runner, by its name.">
        <TextInput
          mono
          placeholder="the runner’s first"
          value={workspace ?? ""}
          onChange={(text) => onConfig({ workspace: text === "" ? undefined : text })}
        />
      </Field>
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
        <Field label="Secrets" hint="Names of secrets of the runner, separated by commas; used as {{ secret.NAME }}.">
          <CommitInput
            mono
            value={secrets?.join(", ") ?? ""}
            onCommit={(text) => {
              const names = text
                .split(",")
                .map((name) => name.trim())
                .filter(Boolean);
              onConfig({ secrets: names.length === 0 ? undefined : names });
              return null;
            }}
          />
        </Field>
      </Section>
    </>
  );
}

function ArgvFields({ config, onConfig }: KindFormProps<"command">) {
  const argv = config.argv ?? [];
  const [text, setText] = useDraftText(argvText(argv), (typed) => argvText(readArgv(typed)));
  const hint = commandHint(argv);
  const toShell = (line: string) => onConfig({ argv: undefined, shell: { program: "sh", line } });
  return (
    <>
      <Field
        label="Command"
        aside="one argument per line"
        hint={
          <>
            The program first. No shell stands between: quotes and stars are ordinary characters, and{" "}
            <code>{"{{ … }}"}</code> is filled in as one argument.{" "}
            <button type="button" className="tw-link" onClick={() => toShell(argv.join(" "))}>
              Use a shell line
            </button>
          </>
        }
      >
        <TextArea
          mono
          minRows={3}
          placeholder={"git\nlog\n--format=%an"}
          value={text}
          onChange={(next) => {
            setText(next);
            onConfig({ argv: readArgv(next) });
          }}
        />
      </Field>
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
          As it stands, the program gets it as an ordinary argument.
        </Notice>
      )}
      {hint?.kind === "split" && (
        <Notice
          title="This is one long program name"
          actions={
            <Button
              size="small"
              onClick={() => {
                setText(argvText(hint.argv));
                onConfig({ argv: hint.argv });
              }}
            >
              Split into arguments
            </Button>
          }
        >
          Blanks do not separate arguments; lines do.
        </Notice>
      )}
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
