import { memo, Suspense } from "react";
import { loadLater } from "../../ui/loadLater.ts";
import { startNode, wiresOf } from "../../workflow/wires.ts";
import { useDocument } from "../document/useDocument.ts";
import { GroupForm } from "./GroupForm.tsx";
import { ManyForm } from "./ManyForm.tsx";
import { NoteForm } from "./NoteForm.tsx";
import { StartForm } from "./StartForm.tsx";
import { StepNames } from "./StepNames.tsx";
import { TextScope } from "./TextScope.tsx";
import { WireForm } from "./WireForm.tsx";
import { WorkflowForm } from "./WorkflowForm.tsx";
import "./Inspector.css";

// With the forms of all kinds of steps: who opens a workflow sees its canvas before.
const StepForm = loadLater(() => import("./StepForm.tsx").then((module) => module.StepForm));

/** The settings of what is selected. */
export const Inspector = memo(function Inspector() {
  const workflow = useDocument((state) => state.workflow);
  const selection = useDocument((state) => state.selection);
  const { steps, wires, notes = [], groups = [] } = selection;
  const count = steps.length + wires.length + notes.length + groups.length;
  const [id] = steps;
  const step = id !== undefined && Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
  if (count > 1) return <ManyForm selection={selection} />;
  const note = workflow.layout?.notes?.find((one) => one.id === notes[0]);
  if (note !== undefined) return <NoteForm note={note} />;
  const group = workflow.layout?.groups?.find((one) => one.id === groups[0]);
  if (group !== undefined)
    return (
      <TextScope of={{ other: `group ${group.id}` }}>
        <GroupForm key={group.id} group={group} workflow={workflow} />
      </TextScope>
    );
  if (id === startNode)
    return (
      <TextScope of={{ other: "start" }}>
        <StartForm workflow={workflow} />
      </TextScope>
    );
  if (id !== undefined && step !== undefined)
    return (
      <Suspense
        fallback={
          <div className="tw-inspector">
            <header className="tw-inspector-head">
              <StepNames id={id} step={step} />
            </header>
          </div>
        }
      >
        <TextScope of={{ step: id }}>
          <StepForm key={id} id={id} step={step} />
        </TextScope>
      </Suspense>
    );
  const wire = wires.length === 1 ? wiresOf(workflow).find((one) => one.id === wires[0]) : undefined;
  if (wire !== undefined)
    return (
      <TextScope of={{ other: `wire ${wire.id}` }}>
        <WireForm wire={wire} workflow={workflow} />
      </TextScope>
    );
  return (
    <TextScope of={{ other: "workflow" }}>
      <WorkflowForm workflow={workflow} />
    </TextScope>
  );
});
