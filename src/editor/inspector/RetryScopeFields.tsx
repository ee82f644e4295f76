import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { FailureFilter, RetryPolicy } from "../../workflow/retryPolicy.ts";
import type { StepKind } from "../../workflow/workflow.ts";
import { CommitInput } from "./CommitInput.tsx";
import { DurationInput } from "./DurationInput.tsx";
import { readNames, readNumbers } from "./numberList.ts";
import { withScope } from "./retryForm.ts";

/** When a retry policy stops, and which failures it is for. */
export function RetryScopeFields({
  kind,
  retry,
  onChange,
}: {
  readonly kind: StepKind;
  readonly retry: RetryPolicy;
  readonly onChange: (retry: RetryPolicy) => void;
}) {
  return (
    <>
      <Field label="Give up after" hint="Counted from the first try.">
        <DurationInput
          value={retry.stopAfterMs ?? null}
          placeholder="as long as tries are left"
          onChange={(ms) => onChange(withScope(retry, { stopAfterMs: ms ?? undefined }))}
        />
      </Field>
      <FilterFields
        title="Try again only on"
        kind={kind}
        filter={retry.on ?? {}}
        onChange={(on) => onChange(withScope(retry, { on }))}
      />
      <FilterFields
        title="Never again on"
        kind={kind}
        filter={retry.notOn ?? {}}
        onChange={(notOn) => onChange(withScope(retry, { notOn }))}
      />
    </>
  );
}

/** Given fields must all match; in one field any of its values does. */
function FilterFields({
  title,
  kind,
  filter,
  onChange,
}: {
  readonly title: string;
  readonly kind: StepKind;
  readonly filter: FailureFilter;
  readonly onChange: (filter: FailureFilter) => void;
}) {
  const { names, message, status, exit } = filter;
  const without = (key: keyof FailureFilter): FailureFilter => {
    const { [key]: _, ...rest } = filter;
    return rest;
  };
  const numbers = (key: "status" | "exit", example: string) => (text: string) => {
    const read = readNumbers(text);
    if (read === null) return `Write whole numbers, for example ${example}.`;
    onChange(read.length === 0 ? without(key) : { ...filter, [key]: read });
    return null;
  };
  return (
    <fieldset className="tw-field tw-filter">
      <legend className="tw-field-label">{title}</legend>
      {(kind === "http" || status !== undefined) && (
        <Field label="Statuses">
          <CommitInput
            placeholder="any, for example 429, 503"
            value={status?.join(", ") ?? ""}
            onCommit={numbers("status", "429, 503")}
          />
        </Field>
      )}
      {(kind === "command" || exit !== undefined) && (
        <Field label="Exit codes">
          <CommitInput placeholder="any" value={exit?.join(", ") ?? ""} onCommit={numbers("exit", "1, 75")} />
        </Field>
      )}
      <Field label="Names of errors">
        <CommitInput
          mono
          placeholder="any, for example TypeError"
          value={names?.join(", ") ?? ""}
          onCommit={(text) => {
            const read = readNames(text);
            onChange(read.length === 0 ? without("names") : { ...filter, names: read });
            return null;
          }}
        />
      </Field>
      <Field label="Message matches" aside="regular expression">
        <TextInput
          mono
          placeholder="any"
          value={message ?? ""}
          onChange={(text) => onChange(text === "" ? without("message") : { ...filter, message: text })}
        />
      </Field>
    </fieldset>
  );
}
