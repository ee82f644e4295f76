import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { TemplateInput } from "../TemplateInput.tsx";

export function StopForm({ id, config, onConfig }: KindFormProps<"stop">) {
  return (
    <>
      <Field label="Result" aside="expression" hint="What the run ends with. Left empty: the data of the event.">
        <TemplateInput
          step={id}
          language="expression"
          value={config.result ?? ""}
          onChange={(text) => onConfig({ result: text === "" ? undefined : text })}
        />
      </Field>
      <Field label="When">
        <Select
          value={config.when ?? "now"}
          options={[
            { value: "now", label: "at once", note: "what still runs is cancelled" },
            { value: "settled", label: "when all else is done" },
          ]}
          onChange={(when) => onConfig({ when: when === "now" ? undefined : when })}
        />
      </Field>
    </>
  );
}
