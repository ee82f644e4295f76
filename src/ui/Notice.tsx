import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./classNames.ts";
import "./Notice.css";

export type NoticeTone = "info" | "ok" | "wait" | "bad";

const icons: Record<NoticeTone, ReactNode> = {
  info: <Info aria-hidden />,
  ok: <CircleCheck aria-hidden />,
  wait: <TriangleAlert aria-hidden />,
  bad: <CircleAlert aria-hidden />,
};

/**
 * Something a person should know where it stands. `title` says what happened, `children` what to do next. A `bad`
 * one is announced at once.
 */
export function Notice({
  tone = "info",
  title,
  children,
  actions,
  look = "card",
  className,
}: {
  readonly tone?: NoticeTone;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `banner`: across the whole width of the page. */
  readonly look?: "card" | "banner";
  readonly className?: string;
}) {
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={classNames("tw-notice", `tw-notice-${tone}`, `tw-notice-${look}`, className)}
    >
      {icons[tone]}
      <div className="tw-notice-text">
        <p className="tw-notice-title">{title}</p>
        {children !== undefined && <div className="tw-notice-body">{children}</div>}
      </div>
      {actions !== undefined && <div className="tw-notice-actions">{actions}</div>}
    </div>
  );
}
