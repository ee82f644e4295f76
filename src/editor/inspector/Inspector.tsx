import { startNode, wiresOf } from "../../workflow/wires.ts";
import { useDocument } from "../document/useDocument.ts";
import { ManyForm } from "./ManyForm.tsx";
import { StartForm } from "./StartForm.tsx";
import { StepForm } from "./StepForm.tsx";
import { WireForm } from "./WireForm.tsx";
import { WorkflowForm } from "./WorkflowForm.tsx";
import "./Inspector.css";

/** The settings of what is selected. */
export function Inspector() {
  const workflow = useDocument((state) => state.workflow);
  const { steps, wires } = useDocument((state) => state.selection);
  const count = steps.length + wires.length;
  const [id] = steps;
  const step = id !== undefined && Object.hasOwn(workflow.steps, id) ? workflow.steps[id] : undefined;
  if (count > 1) return <ManyForm steps={steps.length} wires={wires.length} />;
  if (id === startNode) return <StartForm workflow={workflow} />;
  if (id !== undefined && step !== undefined) return <StepForm key={id} id={id} step={step} />;
  const wire = wires.length === 1 ? wiresOf(workflow).find((one) => one.id === wires[0]) : undefined;
  if (wire !== undefined) return <WireForm wire={wire} workflow={workflow} />;
  return <WorkflowForm workflow={workflow} />;
}
