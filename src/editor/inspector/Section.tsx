import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Settings that most steps leave alone; `summary` says what is set while it is closed. */
export function Section({
  title,
  summary,
  open = false,
  children,
}: {
  readonly title: string;
  readonly summary?: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details className="tw-section" open={open}>
      <summary>
        <ChevronRight aria-hidden />
        {title}
        {summary !== undefined && <span className="tw-field-aside tw-cut">{summary}</span>}
      </summary>
      <div className="tw-section-body">{children}</div>
    </details>
  );
}

/** Fields beside each other. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="tw-row">{children}</div>;
}
