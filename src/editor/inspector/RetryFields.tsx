import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import type { RetryPolicy } from "../../workflow/retryPolicy.ts";
import { DurationInput } from "./DurationInput.tsx";
import { waitKindOf, withJitter, withRetryKind } from "./retryForm.ts";
import { Row } from "./Section.tsx";
import { WaitFields, waitKinds } from "./WaitFields.tsx";

/** Whether and when a failed execution is tried again. */
export function RetryFields({
  retry,
  onChange,
}: {
  readonly retry: RetryPolicy | undefined;
  readonly onChange: (retry: RetryPolicy | undefined) => void;
}) {
  return (
    <>
      <Field label="Retry">
        <Select
          value={retry === undefined ? "none" : waitKindOf(retry.wait)}
          options={[{ value: "none", label: "not" }, ...waitKinds]}
          onChange={(kind) => onChange(withRetryKind(retry, kind))}
        />
      </Field>
      {retry !== undefined && (
        <>
          <Row>
            <Field label="Tries" hint="the first included">
              <NumberInput
                whole
                min={1}
                max={1000}
                value={retry.maxAttempts}
                onChange={(maxAttempts) => maxAttempts !== null && onChange({ ...retry, maxAttempts })}
              />
            </Field>
            <Field label="Jitter" hint="at random, on top">
              <DurationInput
                value={retry.wait.jitterMs ?? null}
                placeholder="none"
                onChange={(jitterMs) => onChange({ ...retry, wait: withJitter(retry.wait, jitterMs) })}
              />
            </Field>
          </Row>
          <WaitFields wait={retry.wait} onChange={(wait) => onChange({ ...retry, wait })} />
        </>
      )}
    </>
  );
}
