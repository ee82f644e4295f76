import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import type { Step } from "../../workflow/workflow.ts";
import { type Gathering, readJoin, writeJoin } from "./joinForm.ts";
import type { KindFormProps } from "./kindForm.ts";
import { Row } from "./Section.tsx";

const gatherings: readonly { readonly value: Gathering; readonly label: string; readonly note: string }[] = [
  { value: "one-of-each", label: "one of each type", note: "starts when every type above has arrived" },
  { value: "batch", label: "the whole batch", note: "starts when all that a list opened is done" },
  { value: "first", label: "the first of a batch", note: "starts when so many have arrived" },
  { value: "each", label: "nothing: every event by itself", note: "starts once for each event" },
];

/** What a step gathers before it starts (R29–R33). */
export function JoinFields({ step, onFields }: Pick<KindFormProps, "onFields"> & { readonly step: Step }) {
  const form = readJoin(step.join);
  const write = (patch: Partial<typeof form>) => onFields({ join: writeJoin({ ...form, ...patch }) });
  const ofBatch = form.gathering === "batch" || form.gathering === "first";
  return (
    <>
      <Field label="Gathers" hint={hints[form.gathering]}>
        <Select
          value={form.gathering}
          options={gatherings}
          onChange={(gathering) => write({ gathering, take: Math.max(1, form.take) })}
        />
      </Field>
      {ofBatch && (
        <Row>
          {form.gathering === "first" && (
            <Field label="How many">
              <NumberInput whole min={1} value={form.take} onChange={(take) => take !== null && write({ take })} />
            </Field>
          )}
          <Field label="In which order">
            <Select
              value={form.order}
              options={[
                { value: "list", label: "of the list", note: "as the elements left" },
                { value: "arrival", label: "of arrival", note: "as they got here" },
              ]}
              onChange={(order) => write({ order })}
            />
          </Field>
        </Row>
      )}
    </>
  );
}

const hints: Readonly<Record<Gathering, string>> = {
  each: "Choose what it waits for, or it starts for every event.",
  "one-of-each": "It gets them as event.events, in the order above, and by name as event.by.",
  batch: "It gets the members as event.events. Those that ended on the way are absent.",
  first: "It gets the first members as event.events; later ones are let go.",
};
