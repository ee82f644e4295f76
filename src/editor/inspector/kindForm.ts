import type { Step, StepConfigs, StepFields, StepId, StepKind } from "../../workflow/workflow.ts";

/** What a form of kind `K` gets. Setting a key to `undefined` removes it. */
export interface KindFormProps<K extends StepKind = StepKind> {
  readonly id: StepId;
  readonly step: Step;
  readonly config: StepConfigs[K];
  /** Changes in the same `field` that follow each other are one step of undo. */
  readonly onConfig: (config: { readonly [F in keyof StepConfigs[K]]?: StepConfigs[K][F] | undefined }) => void;
  readonly onFields: (fields: { readonly [F in keyof StepFields]?: StepFields[F] | undefined }) => void;
}
