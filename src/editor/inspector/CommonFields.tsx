import { Field } from "../../ui/Field.tsx";
import { formatDuration } from "../../ui/format.ts";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import type { JsonSchema } from "../../workflow/json.ts";
import { kindOf, onInterruptOf, workersOf } from "../../workflow/kinds.ts";
import type { Step } from "../../workflow/workflow.ts";
import { DurationInput } from "./DurationInput.tsx";
import { JsonInput } from "./JsonInput.tsx";
import type { KindFormProps } from "./kindForm.ts";
import { RetryFields } from "./RetryFields.tsx";
import { Row, Section } from "./Section.tsx";

const failureChoices = [
  { value: "fail", label: "fail the run" },
  { value: "park", label: "park it", note: "a person decides later" },
  { value: "skip", label: "skip the item" },
] as const;

/** What every kind has: how many at once, what happens on failure, time limits. */
export function CommonFields({ step, onFields, ...props }: KindFormProps) {
  if (step.kind === "stop") return <AdvancedFields step={step} onFields={onFields} {...props} />;
  return (
    <>
      <Row>
        <Field label="Workers" hint="at once">
          <NumberInput
            whole
            min={1}
            max={1000}
            placeholder={String(workersOf(bare(step)))}
            value={step.workers ?? null}
            onChange={(workers) => onFields({ workers: workers ?? undefined })}
          />
        </Field>
        <Field label="On failure" hint="when tries are used up">
          <Select
            value={step.onFailure ?? "fail"}
            options={failureChoices}
            onChange={(onFailure) => onFields({ onFailure: onFailure === "fail" ? undefined : onFailure })}
          />
        </Field>
      </Row>
      <RetryFields retry={step.retry} onChange={(retry) => onFields({ retry })} />
      <AdvancedFields step={step} onFields={onFields} {...props} />
    </>
  );
}

function AdvancedFields({ step, onFields, onConfig }: KindFormProps) {
  const kind = kindOf(step);
  const canRun = step.kind !== "stop";
  return (
    <Section title="Advanced" summary={canRun ? "time limit, interrupted, schema, notes" : "notes"}>
      {canRun && (
        <Field label="Time limit" aside="for one execution">
          <DurationInput
            value={step.timeoutMs ?? null}
            placeholder={kind.timeoutMs === undefined ? "none" : formatDuration(kind.timeoutMs)}
            onChange={(ms) => onFields({ timeoutMs: ms ?? undefined })}
          />
        </Field>
      )}
      {step.kind === "code" && (
        <Row>
          <Field label="Computing time">
            <DurationInput
              value={step.config.cpuMs ?? null}
              placeholder="5 s"
              onChange={(ms) => onConfig({ cpuMs: ms ?? undefined })}
            />
          </Field>
          <Field label="Memory">
            <NumberInput
              whole
              min={1}
              max={1024}
              unit="MB"
              placeholder="64"
              value={step.config.memoryMb ?? null}
              onChange={(memoryMb) => onConfig({ memoryMb: memoryMb ?? undefined })}
            />
          </Field>
        </Row>
      )}
      {canRun && (
        <Field label="When it was cut off" hint="The tab closed or crashed while it ran.">
          <Select
            value={step.onInterrupt ?? "default"}
            options={[
              {
                value: "default",
                label: `as usual: ${onInterruptOf(bare(step)) === "ask" ? "ask me" : "run it again"}`,
              },
              { value: "rerun", label: "run it again" },
              { value: "ask", label: "ask me" },
            ]}
            onChange={(choice) => onFields({ onInterrupt: choice === "default" ? undefined : choice })}
          />
        </Field>
      )}
      {step.kind === "command" && (
        <Field label="Access to the workspace">
          <Select
            value={step.access ?? "read"}
            options={[
              { value: "none", label: "none" },
              { value: "read", label: "reads", note: "several may read at once" },
              { value: "write", label: "writes", note: "alone in its workspace" },
            ]}
            onChange={(access) => onFields({ access: access === "read" ? undefined : access })}
          />
        </Field>
      )}
      {canRun && (
        <Field label="Schema of the output" aside="JSON Schema" hint="An output that does not fit is a failure.">
          <JsonInput
            value={step.output}
            onChange={(value) =>
              (value === undefined || typeof value === "boolean" || (typeof value === "object" && value !== null)) &&
              onFields({ output: value as JsonSchema | undefined })
            }
          />
        </Field>
      )}
      <Field label="Notes">
        <TextArea
          value={step.notes ?? ""}
          onChange={(notes) => onFields({ notes: notes === "" ? undefined : notes })}
        />
      </Field>
    </Section>
  );
}

/** The step without its own settings, to tell what holds while they are left out. */
function bare(step: Step): Step {
  const { workers: _workers, onInterrupt: _onInterrupt, ...rest } = step;
  return rest as Step;
}
