import { ExpressionField } from "../ExpressionField.tsx";
import type { KindFormProps } from "../kindForm.ts";

export function FanOutForm({ id, step, config, onConfig }: KindFormProps<"fan-out">) {
  const type = step.batches?.done;
  return (
    <ExpressionField
      step={id}
      path={["config", "items"]}
      language="expression"
      label="List"
      hint={
        <>
          Each element leaves as one {type === undefined ? "event" : <code>{type}</code>} of a batch. The steps behind
          it read the element as <code>item</code>, its place as <code>index</code>.
        </>
      }
      placeholder="event.data.items"
      value={config.items}
      onChange={(items) => onConfig({ items })}
    />
  );
}
