import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import type { ReactNode } from "react";
import { Toasts } from "./Toasts.tsx";
import "./tokens.css";
import "./base.css";
import "./motion.css";

/** Stands once around the page: tokens, base styles, the strict CSP's switch, messages. */
export function UiRoot({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>
        {children}
        <Toasts />
      </Tooltip.Provider>
    </CSPProvider>
  );
}
