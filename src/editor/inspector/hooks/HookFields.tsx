import { Trash2, TriangleAlert } from "lucide-react";
import { IconButton } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CodeText } from "../../../ui/CodeText.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { deedOf, type Hook, type HookDeed, hookMoments, isStepMoment } from "../../../workflow/hook.ts";
import { jsonPointer } from "../../../workflow/jsonPointer.ts";
import type { Workflow } from "../../../workflow/workflow.ts";
import { useEditor } from "../../editorContext.ts";
import { CommitInput } from "../CommitInput.tsx";
import { HookDeedFields } from "./HookDeedFields.tsx";
import { type Hooks, hookNameProblem, withDeed, withMoment, withSteps } from "./hookForm.ts";
import "./hooks.css";

const deeds: readonly { readonly value: HookDeed; readonly label: string; readonly note: string }[] = [
  { value: "notify", label: "Show a notification", note: "of the browser; on the command line a line" },
  { value: "webhook", label: "Call a webhook", note: "a POST with what happened, as JSON" },
  { value: "command", label: "Run a command", note: "by the runner, with what happened on its input" },
];

/** One hook: what, when, for which steps. */
export function HookFields({
  name,
  hook,
  hooks,
  workflow,
  onChange,
  onRename,
  onRemove,
}: {
  readonly name: string;
  readonly hook: Hook;
  readonly hooks: Hooks;
  readonly workflow: Workflow;
  readonly onChange: (hook: Hook) => void;
  readonly onRename: (to: string) => void;
  readonly onRemove: () => void;
}) {
  const ofSteps = hook.on.some(isStepMoment);
  const steps = Object.entries(workflow.steps);
  return (
    <fieldset className="tw-hook">
      <legend className="tw-hidden">Hook {name}</legend>
      <div className="tw-hook-head">
        <Field label="Name">
          <CommitInput
            mono
            value={name}
            onCommit={(text) => {
              const problem = hookNameProblem(hooks, name, text.trim());
              if (problem === null) onRename(text.trim());
              return problem;
            }}
          />
        </Field>
        <IconButton label={`Remove hook ${name}`} icon={<Trash2 aria-hidden />} onClick={onRemove} />
      </div>
      <HookProblems name={name} />
      <Field label="What">
        <Select value={deedOf(hook)} options={deeds} onChange={(deed) => onChange(withDeed(hook, deed))} />
      </Field>
      <HookDeedFields hook={hook} onChange={onChange} />
      <fieldset className="tw-hook-moments">
        <legend>When</legend>
        {hookMoments.map((moment) => (
          <Checkbox
            key={moment}
            label={moment}
            checked={hook.on.includes(moment)}
            onChange={(chosen) => onChange(withMoment(hook, moment, chosen))}
          />
        ))}
      </fieldset>
      {ofSteps && (
        <>
          <Field label="For which steps">
            <Select
              value={hook.steps === undefined ? "all" : "some"}
              options={[
                { value: "all", label: "all steps" },
                { value: "some", label: "only these" },
              ]}
              onChange={(which) => onChange(withSteps(hook, which === "all" ? undefined : []))}
            />
          </Field>
          {hook.steps !== undefined && (
            <fieldset className="tw-hook-moments">
              <legend className="tw-hidden">Steps of hook {name}</legend>
              {steps.map(([id, step]) => (
                <Checkbox
                  key={id}
                  label={step.title ?? id}
                  checked={hook.steps?.includes(id) === true}
                  onChange={(chosen) =>
                    onChange(
                      withSteps(
                        hook,
                        // What does not exist any more goes with the next choice.
                        steps
                          .map(([each]) => each)
                          .filter((each) => (each === id ? chosen : hook.steps?.includes(each))),
                      ),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
        </>
      )}
    </fieldset>
  );
}

function HookProblems({ name }: { readonly name: string }) {
  const base = jsonPointer(["hooks", name]);
  const problems = useEditor().problems.filter(({ pointer }) => pointer === base || pointer.startsWith(`${base}/`));
  if (problems.length === 0) return null;
  return (
    <div className="tw-findings">
      {problems.map(({ pointer, message, severity }) => (
        <p key={`${pointer} ${message}`} className="tw-finding">
          <TriangleAlert aria-label={severity === "error" ? "Error" : "Warning"} />
          <span>
            <CodeText text={message} />
          </span>
        </p>
      ))}
    </div>
  );
}
