import { Field } from "../../ui/Field.tsx";
import { formatDuration } from "../../ui/format.ts";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { kindOf, onInterruptOf } from "../../workflow/kinds.ts";
import type { Step } from "../../workflow/workflow.ts";
import { DurationInput } from "./DurationInput.tsx";
import { JoinFields } from "./JoinFields.tsx";
import type { KindFormProps } from "./kindForm.ts";
import { RetryScopeFields } from "./RetryScopeFields.tsx";
import { Row, Section } from "./Section.tsx";

/** Limits beyond workers and what else most steps leave alone. */
export function AdvancedFields({ step, onFields, onConfig }: KindFormProps) {
  const kind = kindOf(step);
  return (
    <Section title="Advanced" summary={summaryOf(step)}>
      <Row>
        <Field label="Time limit" hint="for one execution">
          <DurationInput
            value={step.timeoutMs ?? null}
            placeholder={kind.timeoutMs === undefined ? "none" : formatDuration(kind.timeoutMs)}
            onChange={(ms) => onFields({ timeoutMs: ms ?? undefined })}
          />
        </Field>
        <Field label="At most" hint="begun in a second">
          <NumberInput
            min={0.001}
            unit="per s"
            placeholder="no limit"
            value={step.perSecond ?? null}
            onChange={(perSecond) => onFields({ perSecond: perSecond ?? undefined })}
          />
        </Field>
      </Row>
      {step.kind === "code" && (
        <Row>
          <Field label="Computing time" hint="without a pause">
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
      {step.accepts !== undefined && step.kind !== "join" && <JoinFields step={step} onFields={onFields} />}
      {step.retry !== undefined && (
        <RetryScopeFields kind={step.kind} retry={step.retry} onChange={(retry) => onFields({ retry })} />
      )}
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
      {step.emits?.error !== undefined && (
        <Field label="Recoveries" hint="How often one line may leave by the error output.">
          <NumberInput
            whole
            min={1}
            placeholder="no limit"
            value={step.maxRecoveries ?? null}
            onChange={(maxRecoveries) => onFields({ maxRecoveries: maxRecoveries ?? undefined })}
          />
        </Field>
      )}
      {(step.kind === "command" || step.kind === "file") && (
        <Field label="Access to the workspace">
          <Select
            value={step.access ?? "default"}
            options={[
              { value: "default", label: `as usual: ${kind.access(step.config) === "write" ? "writes" : "reads"}` },
              { value: "none", label: "none" },
              { value: "read", label: "reads", note: "several may read at once" },
              { value: "write", label: "writes", note: "alone in its workspace" },
            ]}
            onChange={(access) => onFields({ access: access === "default" ? undefined : access })}
          />
        </Field>
      )}
      {kind.external && (
        <Field label="Kept of each stream or answer" hint="What is longer is cut.">
          <NumberInput
            whole
            min={1}
            unit="bytes"
            placeholder="1048576"
            value={step.maxOutputBytes ?? null}
            onChange={(maxOutputBytes) => onFields({ maxOutputBytes: maxOutputBytes ?? undefined })}
          />
        </Field>
      )}
    </Section>
  );
}

/** What is set of it, or what can be. */
function summaryOf(step: Step): string {
  const set = [
    step.timeoutMs !== undefined && `at most ${formatDuration(step.timeoutMs)}`,
    step.perSecond !== undefined && `${step.perSecond} per second`,
    step.kind !== "join" && step.join !== undefined && step.join !== "each" && "gathers",
    step.onInterrupt !== undefined && "when cut off",
    step.retry?.on !== undefined && "retries only on some failures",
  ].filter(Boolean);
  return set.length > 0 ? set.join(" · ") : "time limit, rate, when cut off";
}

/** The step without its own settings, to tell what holds while they are left out. */
function bare(step: Step): Step {
  const { onInterrupt: _, ...rest } = step;
  return rest as Step;
}
