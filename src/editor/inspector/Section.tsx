import { ChevronRight } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

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
  const details = useRef<HTMLDetailsElement>(null);
  // What was left in a field and is no value is seen by who comes back.
  useLayoutEffect(() => {
    if (details.current?.querySelector('[aria-invalid="true"]')) details.current.open = true;
  }, []);
  return (
    <details ref={details} className="tw-section" open={wasOpen}>
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
