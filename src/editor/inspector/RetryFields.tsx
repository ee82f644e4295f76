import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import type { RetryPolicy } from "../../workflow/retryPolicy.ts";
import { DurationInput } from "./DurationInput.tsx";
import { JsonInput } from "./JsonInput.tsx";
import { type RetryForm, readRetry, withRetryKind, writeRetry } from "./retryForm.ts";
import { Row } from "./Section.tsx";

const kinds = [
  { value: "none", label: "not" },
  { value: "fixed", label: "after a fixed time" },
  { value: "exponential", label: "after longer and longer times" },
] as const;

/** Whether and when a failed execution is tried again. */
export function RetryFields({
  retry,
  onChange,
}: {
  readonly retry: RetryPolicy | undefined;
  readonly onChange: (retry: RetryPolicy | undefined) => void;
}) {
  const form = readRetry(retry);
  const write = (next: RetryForm) => onChange(writeRetry(next));
  return (
    <>
      <Field label="Retry">
        <Select
          value={form.kind}
          options={form.kind === "custom" ? [...kinds, { value: "custom", label: "by a policy of its own" }] : kinds}
          onChange={(kind) => kind !== "custom" && write(withRetryKind(form, kind))}
        />
      </Field>
      {form.kind === "custom" && (
        <Field label="Policy" aside="JSON">
          <JsonInput
            value={form.policy as never}
            onChange={(value) => {
              const policy = value as Partial<RetryPolicy> | undefined;
              if (typeof policy?.maxAttempts === "number" && typeof policy.wait === "object")
                onChange(policy as RetryPolicy);
            }}
          />
        </Field>
      )}
      {(form.kind === "fixed" || form.kind === "exponential") && (
        <Row>
          <Field label="Tries" hint="the first included">
            <NumberInput
              whole
              min={1}
              max={1000}
              value={form.tries}
              onChange={(tries) => tries !== null && write({ ...form, tries })}
            />
          </Field>
          {form.kind === "fixed" ? (
            <Field label="Wait">
              <DurationInput value={form.waitMs} onChange={(ms) => ms !== null && write({ ...form, waitMs: ms })} />
            </Field>
          ) : (
            <Field label="First wait">
              <DurationInput value={form.firstMs} onChange={(ms) => ms !== null && write({ ...form, firstMs: ms })} />
            </Field>
          )}
          <Field label="Jitter" hint="at random, on top">
            <DurationInput
              value={form.jitterMs}
              placeholder="none"
              onChange={(jitterMs) => write({ ...form, jitterMs })}
            />
          </Field>
        </Row>
      )}
      {form.kind === "exponential" && (
        <Row>
          <Field label="Factor">
            <NumberInput
              min={1}
              max={100}
              value={form.factor}
              onChange={(factor) => factor !== null && write({ ...form, factor })}
            />
          </Field>
          <Field label="Longest wait">
            <DurationInput value={form.maxMs} onChange={(ms) => ms !== null && write({ ...form, maxMs: ms })} />
          </Field>
        </Row>
      )}
    </>
  );
}
