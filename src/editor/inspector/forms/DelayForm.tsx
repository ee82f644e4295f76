import { Field } from "../../../ui/Field.tsx";
import { DurationInput } from "../DurationInput.tsx";
import type { KindFormProps } from "../kindForm.ts";

export function DelayForm({ config, onConfig }: KindFormProps<"delay">) {
  return (
    <Field label="Wait for" hint="For example 500 ms, 10 s, 1.5 min or 2 h. A number alone is seconds.">
      <DurationInput
        value={config.forMs ?? null}
        onChange={(ms) => ms !== null && onConfig({ forMs: ms, until: undefined, cron: undefined })}
      />
    </Field>
  );
}
