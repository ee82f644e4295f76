import type { ReactNode } from "react";
import "./page.css";

/** One message in the middle of the page; `title` is the heading that assistive technology looks for. */
export function PageMessage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="page-message">
      <h1 className="tw-hidden">{title}</h1>
      {children}
    </div>
  );
}
