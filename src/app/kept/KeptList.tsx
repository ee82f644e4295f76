import type { ReactNode } from "react";

/** The rows of one part of what the runner keeps. */
export function KeptList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="kept-list" aria-label={label}>
      {children}
    </ul>
  );
}

export function KeptRow({
  name,
  mono = false,
  mark,
  detail,
  actions,
  children,
}: {
  readonly name: ReactNode;
  readonly mono?: boolean;
  /** A chip beside the name. */
  readonly mark?: ReactNode;
  readonly detail?: ReactNode;
  readonly actions: ReactNode;
  /** Below the row, over its whole width. */
  readonly children?: ReactNode;
}) {
  return (
    <li className="kept-row">
      <div className="kept-text">
        <div className="kept-name">
          <b className={mono ? "tw-mono" : undefined}>{name}</b>
          {mark}
        </div>
        {detail !== undefined && <p className="kept-detail">{detail}</p>}
      </div>
      <div className="kept-actions">{actions}</div>
      {children !== undefined && <div className="kept-more">{children}</div>}
    </li>
  );
}
