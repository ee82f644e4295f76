import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { ExpressionField } from "../ExpressionField.tsx";
import type { KindFormProps } from "../kindForm.ts";

export function StopForm({ id, config, onConfig }: KindFormProps<"stop">) {
  return (
    <>
      <ExpressionField
        step={id}
        path={["config", "result"]}
        language="expression"
        label="Result"
        hint="What the run ends with. Left empty: the data of the event."
        placeholder="event.data"
        value={config.result ?? ""}
        onChange={(text) => onConfig({ result: text === "" ? undefined : text })}
      />
      <Field label="When">
        <Select
          value={config.when ?? "now"}
          options={[
            { value: "now", label: "at once", note: "what still runs is cancelled" },
            { value: "settled", label: "when all else is done", note: "the first result stands" },
          ]}
          onChange={(when) => onConfig({ when: when === "now" ? undefined : when })}
        />
      </Field>
    </>
  );
}
