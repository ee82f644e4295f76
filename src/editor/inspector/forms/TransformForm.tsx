import { Field } from "../../../ui/Field.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { TemplateInput } from "../TemplateInput.tsx";

export function TransformForm({ id, config, onConfig }: KindFormProps<"transform">) {
  return (
    <Field label="Expression" aside="JSONata" hint="Its value is what the step hands on.">
      <TemplateInput
        step={id}
        language="expression"
        minRows={3}
        placeholder={'{ "total": $sum(event.data.prices) }'}
        value={config.expression}
        onChange={(expression) => onConfig({ expression })}
      />
    </Field>
  );
}
