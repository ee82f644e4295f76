import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import { formatDue } from "../../../ui/format.ts";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { DurationInput } from "../DurationInput.tsx";
import { asLocalTime, fromLocalTime, nextTimes, type Until } from "../delayForm.ts";
import type { KindFormProps } from "../kindForm.ts";

export function DelayForm({ config, onConfig }: KindFormProps<"delay">) {
  const { forMs, until, cron } = config;
  const way: Until = until !== undefined ? "until" : cron !== undefined ? "cron" : "for";
  return (
    <>
      <Field label="Waits">
        <Select
          value={way}
          options={[
            { value: "for", label: "for a time" },
            { value: "until", label: "until a date" },
            { value: "cron", label: "until the next time of a plan", note: "a cron expression" },
          ]}
          onChange={(next) => onConfig(first[next]())}
        />
      </Field>
      {way === "for" && (
        <Field label="Wait for" hint="For example 500 ms, 10 s, 1.5 min or 2 h. A number alone is seconds.">
          <DurationInput value={forMs ?? null} onChange={(ms) => ms !== null && onConfig({ forMs: ms })} />
        </Field>
      )}
      {until !== undefined && <UntilField until={until} onUntil={(next) => onConfig({ until: next })} />}
      {cron !== undefined && <CronField cron={cron} onCron={(next) => onConfig({ cron: next })} />}
    </>
  );
}

/** What the form begins with when another way is chosen. */
const first = {
  for: () => ({ forMs: 1000, until: undefined, cron: undefined }),
  until: () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    tomorrow.setHours(9, 0, 0, 0);
    return { forMs: undefined, until: tomorrow.toISOString().replace(/\.000Z$/, "Z"), cron: undefined };
  },
  cron: () => ({ forMs: undefined, until: undefined, cron: "0 9 * * MON-FRI" }),
} as const;

function UntilField({
  until,
  onUntil,
}: {
  readonly until: string | number;
  readonly onUntil: (until: string) => void;
}) {
  const shown = asLocalTime(until);
  return (
    <Field
      label="Until"
      hint={`In the time zone of this machine; kept as ${until}. A time that is past: at once.`}
      error={shown === "" ? "This is no time. Choose one." : undefined}
    >
      <TextInput
        type="datetime-local"
        value={shown}
        onChange={(text) => {
          const next = fromLocalTime(text);
          if (next !== null) onUntil(next);
        }}
      />
    </Field>
  );
}

function CronField({ cron, onCron }: { readonly cron: string; readonly onCron: (cron: string) => void }) {
  // The times shown are those after the form was opened: they do not walk while one reads them.
  const [from] = useState(() => Date.now());
  const next = nextTimes(cron, from, 3);
  return (
    <>
      <Field
        label="Plan"
        aside="cron"
        hint="Minute, hour, day of the month, month, day of the week; or @hourly, @daily, @weekly."
        error={next.ok ? undefined : next.message}
      >
        <TextInput mono value={cron} onChange={onCron} />
      </Field>
      <div className="tw-times" aria-live="polite">
        {next.ok && (
          <>
            <span className="tw-field-aside">The next times, on this machine</span>
            <ol>
              {next.times.map((at) => (
                <li key={at}>{formatDue(at)}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  );
}
