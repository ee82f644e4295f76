import { Plus } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import type { StepConfigs } from "../../../workflow/workflow.ts";
import { CommitInput } from "../CommitInput.tsx";
import type { KindFormProps } from "../kindForm.ts";
import { portProblem } from "../portProblem.ts";
import { moved, RowTools } from "../RowTools.tsx";
import { BranchCase } from "./BranchCase.tsx";

type Case = StepConfigs["branch"]["cases"][number];

export function BranchForm({ id, config, onConfig }: KindFormProps<"branch">) {
  const { cases, else: otherwise } = config;
  const write = (next: readonly Case[]) => onConfig({ cases: next });
  return (
    <>
      <fieldset className="tw-field">
        <legend className="tw-field-label">
          Cases <span className="tw-field-aside">the first that is true wins</span>
        </legend>
        <div className="tw-cases">
          {cases.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a case keeps its focus while its name changes
            <fieldset key={index} className="tw-case">
              <legend className="tw-hidden">Case {one.port}</legend>
              <div className="tw-case-head">
                <CommitInput
                  aria-label={`Output of case ${index + 1}`}
                  mono
                  value={one.port}
                  onCommit={(text) => {
                    const port = text.trim();
                    const others = [...cases.toSpliced(index, 1).map((other) => other.port), otherwise];
                    const problem = portProblem(port, others);
                    if (problem === null) write(cases.with(index, { ...one, port }));
                    return problem;
                  }}
                />
                <RowTools
                  name={`case ${one.port}`}
                  index={index}
                  count={cases.length}
                  onMove={(to) => write(moved(cases, index, to))}
                  onRemove={() => write(cases.toSpliced(index, 1))}
                />
              </div>
              <BranchCase
                id={id}
                index={index}
                one={one}
                onWhen={(when) => write(cases.with(index, { ...one, when }))}
              />
            </fieldset>
          ))}
        </div>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => write([...cases, { port: freeCase(cases, otherwise), when: "" }])}
        >
          Add case
        </Button>
      </fieldset>
      <Field label="Everything else" hint="The output for an event that no case is true for.">
        <CommitInput
          mono
          value={otherwise}
          onCommit={(text) => {
            const port = text.trim();
            const problem = portProblem(port, []);
            if (problem === null) onConfig({ else: port });
            return problem;
          }}
        />
      </Field>
    </>
  );
}

function freeCase(cases: readonly Case[], otherwise: string): string {
  const taken = new Set([otherwise, ...cases.map(({ port }) => port)]);
  let count = cases.length + 1;
  while (taken.has(`case${count}`)) count++;
  return `case${count}`;
}
