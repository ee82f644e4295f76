import { JoinFields } from "../JoinFields.tsx";
import type { KindFormProps } from "../kindForm.ts";

export function JoinForm({ step, onFields }: KindFormProps<"join">) {
  return <JoinFields step={step} onFields={onFields} />;
}
