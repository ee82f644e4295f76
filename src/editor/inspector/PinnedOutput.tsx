import { Pin, PinOff } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { changeStep } from "../../workflow/edits/steps.ts";
import type { Json } from "../../workflow/json.ts";
import { canPin } from "../../workflow/pins.ts";
import type { Step, StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { JsonInput } from "./JsonInput.tsx";
import { Section } from "./Section.tsx";
import "../test/TestStep.css";

/** A recorded output, which *Run with pins* takes in place of what the step does. */
export function PinnedOutput({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const { lastValues } = useEditor();
  if (!canPin(step)) return null;
  const { pinned } = step;
  const seen = Object.hasOwn(lastValues, id) ? lastValues[id] : undefined;
  const pin = (output: Json | undefined, label: string) =>
    store.apply(changeStep(store.getState().workflow, id, { pinned: output }, label), { key: `pinned ${id}` });
  return (
    <Section title="Pinned output" summary={pinned === undefined ? "none" : "taken by Run with pins"}>
      <p className="tw-muted">
        <b>Run with pins</b> takes it in place of what this step does. Every other run does the work.
      </p>
      {pinned !== undefined && (
        <Field label="Pinned output" hideLabel>
          <JsonInput
            value={pinned}
            whyNotEmpty="Write a value, or unpin it below."
            onChange={(next) => next !== undefined && pin(next, "change the pinned output")}
          />
        </Field>
      )}
      <div className="tw-test-actions">
        {seen !== undefined && (
          <Button size="small" icon={<Pin aria-hidden />} onClick={() => pin(seen, "pin an output")}>
            Pin the last run’s output
          </Button>
        )}
        {pinned === undefined && seen === undefined && (
          <Button size="small" icon={<Pin aria-hidden />} onClick={() => pin({}, "pin an output")}>
            Pin an output
          </Button>
        )}
        {pinned !== undefined && (
          <Button size="small" icon={<PinOff aria-hidden />} onClick={() => pin(undefined, "unpin the output")}>
            Unpin
          </Button>
        )}
      </div>
    </Section>
  );
}
