import { Plus } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { assertNever } from "../../workflow/assertNever.ts";
import type { Wait } from "../../workflow/retryPolicy.ts";
import { CommitInput } from "./CommitInput.tsx";
import { DurationInput } from "./DurationInput.tsx";
import { readDurations } from "./durationList.ts";
import { durationText } from "./durationText.ts";
import { moved, RowTools } from "./RowTools.tsx";
import { waitKindOf, waitOfKind } from "./retryForm.ts";
import { Row } from "./Section.tsx";

export const waitKinds = [
  { value: "fixed", label: "after a fixed time" },
  { value: "exponential", label: "after longer and longer times" },
  { value: "incrementing", label: "each time so much later" },
  { value: "list", label: "after the times of a list" },
  { value: "random", label: "after a random time" },
  { value: "sum", label: "after several waits together" },
] as const;

/** How long a retry waits, for each kind of wait; the jitter stands beside it. */
export function WaitFields({ wait, onChange }: { readonly wait: Wait; readonly onChange: (wait: Wait) => void }) {
  const jitter = wait.jitterMs === undefined ? {} : { jitterMs: wait.jitterMs };
  const kind = waitKindOf(wait);
  if ("fixedMs" in wait) {
    return <Time label="Wait" ms={wait.fixedMs} onMs={(fixedMs) => onChange({ fixedMs, ...jitter })} />;
  }
  if ("exponential" in wait) {
    const { exponential } = wait;
    const write = (patch: Partial<typeof exponential>) =>
      onChange({ exponential: { ...exponential, ...patch }, ...jitter });
    return (
      <Row>
        <Time label="First wait" ms={exponential.firstMs} onMs={(firstMs) => write({ firstMs })} />
        <Field label="Factor">
          <NumberInput
            min={1}
            max={100}
            value={exponential.factor}
            onChange={(factor) => factor !== null && write({ factor })}
          />
        </Field>
        <Time label="Longest wait" ms={exponential.maxMs} onMs={(maxMs) => write({ maxMs })} />
      </Row>
    );
  }
  if ("incrementing" in wait) {
    const { incrementing } = wait;
    const write = (patch: Partial<typeof incrementing>) =>
      onChange({ incrementing: { ...incrementing, ...patch }, ...jitter });
    return (
      <Row>
        <Time label="First wait" ms={incrementing.firstMs} onMs={(firstMs) => write({ firstMs })} />
        <Time label="Later each time" ms={incrementing.stepMs} onMs={(stepMs) => write({ stepMs })} />
        <Time label="Longest wait" ms={incrementing.maxMs} onMs={(maxMs) => write({ maxMs })} />
      </Row>
    );
  }
  if ("list" in wait) {
    return (
      <Field label="Waits" hint="One for each retry; the last one stays.">
        <CommitInput
          placeholder="1 s, 10 s, 1 min"
          value={wait.list.map(durationText).join(", ")}
          onCommit={(text) => {
            const read = readDurations(text);
            if (typeof read === "string") return read;
            onChange({ list: read, ...jitter });
            return null;
          }}
        />
      </Field>
    );
  }
  if ("random" in wait) {
    const { random } = wait;
    const write = (patch: Partial<typeof random>) => onChange({ random: { ...random, ...patch }, ...jitter });
    return (
      <Row>
        <Time label="At least" ms={random.minMs} onMs={(minMs) => write({ minMs })} />
        <Time label="At most" ms={random.maxMs} onMs={(maxMs) => write({ maxMs })} />
      </Row>
    );
  }
  if (kind === "sum") {
    const parts = wait.sum;
    const write = (sum: readonly Wait[]) => onChange({ sum, ...jitter });
    return (
      <fieldset className="tw-field">
        <legend className="tw-field-label">
          Waits <span className="tw-field-aside">all of them, one after the other</span>
        </legend>
        <div className="tw-cases">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a wait has no other name
            <fieldset key={index} className="tw-case">
              <legend className="tw-hidden">Wait {index + 1}</legend>
              <div className="tw-case-head">
                <Select
                  aria-label={`Kind of wait ${index + 1}`}
                  value={waitKindOf(part)}
                  options={waitKinds}
                  onChange={(next) => write(parts.with(index, waitOfKind(part, next)))}
                />
                <RowTools
                  name={`wait ${index + 1}`}
                  index={index}
                  count={parts.length}
                  onMove={(to) => write(moved(parts, index, to))}
                  onRemove={() => write(parts.toSpliced(index, 1))}
                />
              </div>
              <WaitFields wait={part} onChange={(next) => write(parts.with(index, next))} />
            </fieldset>
          ))}
        </div>
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => write([...parts, { fixedMs: 1_000 }])}>
          Add wait
        </Button>
      </fieldset>
    );
  }
  return assertNever(wait as never);
}

function Time({
  label,
  ms,
  onMs,
}: {
  readonly label: string;
  readonly ms: number;
  readonly onMs: (ms: number) => void;
}) {
  return (
    <Field label={label}>
      <DurationInput value={ms} onChange={(next) => next !== null && onMs(next)} />
    </Field>
  );
}
