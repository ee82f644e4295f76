import type { ReactNode } from "react";
import type { StepKind } from "../../../workflow/workflow.ts";
import type { KindFormProps } from "../kindForm.ts";
import { AgentForm } from "./AgentForm.tsx";
import { AskForm } from "./AskForm.tsx";
import { BranchForm } from "./BranchForm.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { CommandForm } from "./CommandForm.tsx";
import { DelayForm } from "./DelayForm.tsx";
import { FanOutForm } from "./FanOutForm.tsx";
import { FileForm } from "./FileForm.tsx";
import { HttpForm } from "./HttpForm.tsx";
import { JoinForm } from "./JoinForm.tsx";
import { RawForm } from "./RawForm.tsx";
import { StopForm } from "./StopForm.tsx";
import { SubWorkflowForm } from "./SubWorkflowForm.tsx";
import { TransformForm } from "./TransformForm.tsx";

type Form<K extends StepKind> = (props: KindFormProps<K>) => ReactNode;

/** The form of every kind; the compiler asks for one of each. */
const forms: { readonly [K in StepKind]: Form<K> } = {
  code: CodeForm,
  transform: TransformForm,
  branch: BranchForm,
  "fan-out": FanOutForm,
  join: JoinForm,
  http: HttpForm,
  command: CommandForm,
  file: FileForm,
  agent: AgentForm,
  ask: AskForm,
  delay: DelayForm,
  workflow: SubWorkflowForm,
  stop: StopForm,
  scripted: RawForm,
};

/** The form of a kind, over any config. */
export function formOf(kind: StepKind): Form<StepKind> {
  return forms[kind] as Form<StepKind>;
}
