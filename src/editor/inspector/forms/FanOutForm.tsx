import { Field } from "../../../ui/Field.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { TemplateInput } from "../TemplateInput.tsx";

export function FanOutForm({ id, step, config, onConfig }: KindFormProps<"fan-out">) {
  const type = step.batches?.done;
  return (
    <Field
      label="List"
      aside="expression"
      hint={
        <>
          Each element leaves as one {type === undefined ? "event" : <code>{type}</code>} of a batch. The steps behind
          it read the element as <code>item</code>, its place as <code>index</code>.
        </>
      }
    >
      <TemplateInput
        step={id}
        language="expression"
        placeholder="event.data.items"
        value={config.items}
        onChange={(items) => onConfig({ items })}
      />
    </Field>
  );
}
