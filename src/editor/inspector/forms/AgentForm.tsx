import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { Json } from "../../../workflow/json.ts";
import { readLocalModel } from "../../../workflow/modelServer.ts";
import { useEditor } from "../../editorContext.ts";
import { ExpressionField } from "../ExpressionField.tsx";
import { JsonInput } from "../JsonInput.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { Row } from "../Section.tsx";
import { toRunner, toTab } from "../tabModel.ts";
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
  const isTalk = messages !== undefined && prompt === undefined;
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
      {isTalk ? (
        <Field label="Messages" aside="JSON" hint="A list of { role, content }; contents are templates.">
          <JsonInput
            value={messages as unknown as Json}
            onChange={(next) => Array.isArray(next) && onConfig({ messages: next as never })}
          />
        </Field>
      ) : (
        <ExpressionField
          step={id}
          path={["config", "prompt"]}
          language="template"
          label="Prompt"
          placeholder="Write about {{ input.topic }}"
          value={prompt ?? ""}
          onChange={(text) => onConfig({ prompt: text })}
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
