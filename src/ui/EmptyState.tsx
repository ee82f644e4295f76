import type { ReactNode } from "react";
import "./EmptyState.css";

/** What stands where nothing is yet: what would be here and how to get it. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="tw-empty">
      {icon !== undefined && <div className="tw-empty-icon">{icon}</div>}
      <p className="tw-empty-title">{title}</p>
      {children !== undefined && <div className="tw-empty-text">{children}</div>}
      {actions !== undefined && <div className="tw-empty-actions">{actions}</div>}
    </div>
  );
}
