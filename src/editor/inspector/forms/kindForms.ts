import type { ReactNode } from "react";
import type { StepKind } from "../../../workflow/workflow.ts";
import type { KindFormProps } from "../kindForm.ts";
import { AskForm } from "./AskForm.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { CommandForm } from "./CommandForm.tsx";
import { DelayForm } from "./DelayForm.tsx";
import { RawForm } from "./RawForm.tsx";
import { StopForm } from "./StopForm.tsx";

type Form<K extends StepKind> = (props: KindFormProps<K>) => ReactNode;

/** The form of every kind; the compiler asks for one of each. */
const forms: { readonly [K in StepKind]: Form<K> } = {
  code: CodeForm,
  transform: RawForm,
  branch: RawForm,
  "fan-out": RawForm,
  join: RawForm,
  http: RawForm,
  command: CommandForm,
  file: RawForm,
  agent: RawForm,
  ask: AskForm,
  delay: DelayForm,
  workflow: RawForm,
  stop: StopForm,
  scripted: RawForm,
};

/** The form of a kind, over any config. */
export function formOf(kind: StepKind): Form<StepKind> {
  return forms[kind] as Form<StepKind>;
}
