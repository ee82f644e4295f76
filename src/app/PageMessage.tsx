import type { ReactNode } from "react";
import "./page.css";

/** One message in the middle of the page. */
export function PageMessage({ children }: { readonly children: ReactNode }) {
  return <div className="page-message">{children}</div>;
}
