import { useRef } from "react";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { readLocalModel } from "../../../workflow/modelServer.ts";
import { useEditor } from "../../editorContext.ts";
import { ExpressionField } from "../ExpressionField.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { Row } from "../Section.tsx";
import { toRunner, toTab } from "../tabModel.ts";
import { MessageList } from "./MessageList.tsx";
import { TabModelFields } from "./TabModelFields.tsx";

/** One of the runner's models; a name to write where no runner can be asked. */
function ModelField({
  model,
  onModel,
}: {
  readonly model: string | undefined;
  readonly onModel: (model: string | undefined) => void;
}) {
  const {
    runner: { models },
    manageRunner,
  } = useEditor();
  const manage = manageRunner && (
    <button type="button" className="tw-link" onClick={manageRunner}>
      Manage models
    </button>
  );
  const change = (text: string) => onModel(text === "" ? undefined : text);
  if (models === null)
    return (
      <Field label="Model" hint={manage}>
        <TextInput mono placeholder="the default" value={model ?? ""} onChange={change} />
      </Field>
    );
  const byDefault = models.find(({ isDefault }) => isDefault)?.name;
  const isKnown = model === undefined || models.some(({ name }) => name === model);
  return (
    <Field label="Model" hint={manage}>
      <Select
        value={model ?? ""}
        onChange={change}
        options={[
          { value: "", label: "the default", note: byDefault ?? "none is chosen yet" },
          ...models.map(({ name, model: known }) => ({
            value: name,
            label: name,
            ...(known !== name && { note: known }),
          })),
          ...(isKnown
            ? []
            : [
                {
                  value: model,
                  label: model,
                  note: readLocalModel(model) !== undefined ? "a local server" : "not on the runner",
                },
              ]),
        ]}
      />
    </Field>
  );
}

export function AgentForm({ id, config, onConfig }: KindFormProps<"agent">) {
  const { model, system, prompt, messages, temperature, maxTokens, via } = config;
  const isByTab = via === "tab";
  const isTalk = messages !== undefined;
  // What was written the other way comes back.
  const before = useRef<Pick<typeof config, "prompt" | "messages">>({});
  const turn = () => {
    const kept = before.current;
    before.current = { ...(prompt !== undefined && { prompt }), ...(messages !== undefined && { messages }) };
    const said = messages?.findLast(({ role }) => role === "user")?.content;
    onConfig(
      isTalk
        ? { messages: undefined, prompt: prompt ?? kept.prompt ?? said ?? "" }
        : { prompt: undefined, messages: kept.messages ?? [{ role: "user", content: prompt ?? "" }] },
    );
  };
  return (
    <>
      <ExpressionField
        step={id}
        path={["config", "system"]}
        language="template"
        label="System text"
        placeholder="You review changes."
        value={system ?? ""}
        onChange={(text) => onConfig({ system: text === "" ? undefined : text })}
      />
      <div className="tw-switch">
        <button type="button" aria-pressed={!isTalk} onClick={() => isTalk && turn()}>
          One prompt
        </button>
        <button type="button" aria-pressed={isTalk} onClick={() => isTalk || turn()}>
          Messages
        </button>
      </div>
      {isTalk && <MessageList id={id} messages={messages} onChange={(next) => onConfig({ messages: next })} />}
      {(!isTalk || prompt !== undefined) && (
        <ExpressionField
          step={id}
          path={["config", "prompt"]}
          language="template"
          label={isTalk ? "Prompt, said after the messages" : "Prompt"}
          placeholder="Write about {{ input.topic }}"
          value={prompt ?? ""}
          onChange={(text) => onConfig({ prompt: isTalk && text === "" ? undefined : text })}
        />
      )}
      <Row>
        <Field label="Asked by">
          <Select
            value={isByTab ? "tab" : "runner"}
            options={[
              { value: "runner", label: "the runner", note: "keys stay there" },
              { value: "tab", label: "this tab", note: "a model on this machine, without a key" },
            ]}
            onChange={(next) => onConfig(next === "tab" ? toTab(config) : toRunner(config))}
          />
        </Field>
        {!isByTab && <ModelField model={model} onModel={(next) => onConfig({ model: next })} />}
      </Row>
      {isByTab && <TabModelFields config={config} onConfig={onConfig} />}
      <Row>
        <Field label="Temperature">
          <NumberInput
            min={0}
            max={2}
            placeholder="of the model"
            value={temperature ?? null}
            onChange={(next) => onConfig({ temperature: next ?? undefined })}
          />
        </Field>
        <Field label="Tokens at most">
          <NumberInput
            whole
            min={1}
            placeholder="of the model"
            value={maxTokens ?? null}
            onChange={(next) => onConfig({ maxTokens: next ?? undefined })}
          />
        </Field>
      </Row>
    </>
  );
}
