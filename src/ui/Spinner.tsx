import { LoaderCircle } from "lucide-react";
import "./Spinner.css";

/** Something is under way; `label` says what. */
export function Spinner({ label, hideLabel = false }: { readonly label: string; readonly hideLabel?: boolean }) {
  return (
    <span className="tw-spinner" role="status">
      <LoaderCircle aria-hidden />
      <span className={hideLabel ? "tw-hidden" : undefined}>{label}</span>
    </span>
  );
}
