import { Field } from "../../../ui/Field.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { isJsonObject, type Json } from "../../../workflow/json.ts";
import { kinds } from "../../../workflow/kinds.ts";
import type { StepConfigs, StepKind } from "../../../workflow/workflow.ts";
import { JsonInput } from "../JsonInput.tsx";
import type { KindFormProps } from "../kindForm.ts";

/** The settings of a kind that has no form yet, as JSON: nothing of it is lost. */
export function RawForm<K extends StepKind>({ step, config, onConfig }: KindFormProps<K>) {
  return (
    <>
      {kinds[step.kind].available !== "now" && (
        <Notice title={`${kinds[step.kind].title} steps cannot run in this version`}>
          The step is kept as it is, and its settings can be changed as JSON.
        </Notice>
      )}
      <Field label="Settings" aside="JSON">
        <JsonInput
          value={config as unknown as Json}
          whyNotEmpty="Settings are an object: write {} for none."
          refuse={(value) => (isJsonObject(value) ? null : "Settings are an object, such as {}.")}
          onChange={(value) => {
            if (value === undefined || !isJsonObject(value)) return;
            const gone = Object.fromEntries(Object.keys(config).map((key) => [key, undefined]));
            onConfig({ ...gone, ...value } as Partial<StepConfigs[K]>);
          }}
        />
      </Field>
    </>
  );
}
