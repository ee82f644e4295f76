import { ExpressionField } from "../ExpressionField.tsx";
import type { KindFormProps } from "../kindForm.ts";

export function TransformForm({ id, config, onConfig }: KindFormProps<"transform">) {
  return (
    <ExpressionField
      step={id}
      path={["config", "expression"]}
      language="expression"
      label="Expression"
      aside="JSONata"
      hint="Its value is what the step hands on."
      placeholder={'{ "total": $sum(event.data.prices) }'}
      value={config.expression}
      onChange={(expression) => onConfig({ expression })}
    />
  );
}
