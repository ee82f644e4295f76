import { Plus } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { Workflow } from "../../../workflow/workflow.ts";
import { Section } from "../Section.tsx";
import { HookFields } from "./HookFields.tsx";
import { type Hooks, hooksSummary, withHookName, withNewHook, withoutHook } from "./hookForm.ts";

/** Who is told of the runs of this workflow: each hook with what, when and for which steps. */
export function HooksFields({
  workflow,
  onChange,
}: {
  readonly workflow: Workflow;
  readonly onChange: (hooks: Hooks | undefined) => void;
}) {
  const hooks = workflow.hooks ?? {};
  const entries = Object.entries(hooks);
  return (
    <Section title="Hooks" summary={hooksSummary(hooks)}>
      <p className="tw-muted">
        A hook is told what happens in a run: ids, outcome and duration, never the values. It is called at most once for
        each moment, and nothing that it does touches the run.
      </p>
      {entries.map(([name, hook], index) => (
        <HookFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a hook keeps its focus while its name changes
          key={index}
          name={name}
          hook={hook}
          hooks={hooks}
          workflow={workflow}
          onChange={(next) => onChange({ ...hooks, [name]: next })}
          onRename={(to) => onChange(withHookName(hooks, name, to))}
          onRemove={() => onChange(withoutHook(hooks, name))}
        />
      ))}
      <div>
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => onChange(withNewHook(hooks))}>
          Add hook
        </Button>
      </div>
    </Section>
  );
}
