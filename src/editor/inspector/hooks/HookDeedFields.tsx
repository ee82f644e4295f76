import { Field } from "../../../ui/Field.tsx";
import { NotificationPermission } from "../../../ui/NotificationPermission.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import type { Hook } from "../../../workflow/hook.ts";
import { argvText, readArgv } from "../commandLine.ts";
import { useDraftText } from "../useDraftText.ts";

interface DeedProps<K extends "notify" | "webhook" | "command"> {
  readonly deed: NonNullable<Hook[K]>;
  readonly onChange: (deed: NonNullable<Hook[K]>) => void;
}

/** What the hook does, in its own fields. Its texts are static. */
export function HookDeedFields({ hook, onChange }: { readonly hook: Hook; readonly onChange: (hook: Hook) => void }) {
  if (hook.command !== undefined) {
    return <CommandFields deed={hook.command} onChange={(command) => onChange({ ...hook, command })} />;
  }
  if (hook.webhook !== undefined) {
    return <WebhookFields deed={hook.webhook} onChange={(webhook) => onChange({ ...hook, webhook })} />;
  }
  return <NotifyFields deed={hook.notify ?? {}} onChange={(notify) => onChange({ ...hook, notify })} />;
}

function NotifyFields({ deed, onChange }: DeedProps<"notify">) {
  const set = (key: "title" | "text", value: string) => {
    const { [key]: _, ...rest } = deed;
    onChange(value === "" ? rest : { ...rest, [key]: value });
  };
  return (
    <>
      <Field label="Title">
        <TextInput
          placeholder="the name of the workflow"
          value={deed.title ?? ""}
          onChange={(title) => set("title", title)}
        />
      </Field>
      <Field label="Text">
        <TextInput placeholder="what happened" value={deed.text ?? ""} onChange={(text) => set("text", text)} />
      </Field>
      <NotificationPermission quiet />
    </>
  );
}

function WebhookFields({ deed, onChange }: DeedProps<"webhook">) {
  return (
    <>
      <Field label="Address" hint="One POST with JSON; no redirect is followed and nothing is repeated.">
        <TextInput
          mono
          placeholder="https://example.org/hook"
          value={deed.url}
          onChange={(url) => onChange({ ...deed, url: url.trim() })}
        />
      </Field>
      <Field label="Sent by" hint="A server that does not allow other origins (CORS) needs the runner.">
        <Select
          value={deed.via ?? "tab"}
          options={[
            { value: "tab", label: "this tab" },
            { value: "runner", label: "the runner" },
          ]}
          onChange={(via) => onChange(via === "runner" ? { ...deed, via } : { url: deed.url })}
        />
      </Field>
    </>
  );
}

function CommandFields({ deed, onChange }: DeedProps<"command">) {
  const [text, setText] = useDraftText(argvText(deed.argv), (typed) => ({ ok: true, text: argvText(readArgv(typed)) }));
  return (
    <>
      <Field
        label="Command"
        aside="one argument per line"
        hint="The program first. It reads what happened as JSON from its standard input, and has a minute."
      >
        <TextArea
          mono
          minRows={2}
          placeholder={"notify-send\nTickwork"}
          value={text}
          onChange={(next) => {
            setText(next);
            onChange({ ...deed, argv: readArgv(next) });
          }}
        />
      </Field>
      <Field label="Workspace" hint="It starts in this folder and waits for nobody who uses it.">
        <TextInput
          mono
          placeholder="the runner’s first"
          value={deed.workspace ?? ""}
          onChange={(name) => onChange(name === "" ? { argv: deed.argv } : { ...deed, workspace: name })}
        />
      </Field>
    </>
  );
}
