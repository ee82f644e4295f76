import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

/** Settings that most steps leave alone; `summary` says what is set while it is closed. */
export function Section({
  title,
  summary,
  open = false,
  children,
}: {
  readonly title: string;
  readonly summary?: string;
  /** Whether it is open at first; then the person decides, so that nothing closes over what is being typed. */
  readonly open?: boolean;
  readonly children: ReactNode;
}) {
  const [wasOpen] = useState(open);
  return (
    <details className="tw-section" open={wasOpen}>
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
