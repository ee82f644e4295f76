import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { classNames } from "./classNames.ts";
import { firstTabbable } from "./firstTabbable.ts";
import { useFocusBack } from "./useFocusBack.ts";
import { useLastWhile } from "./useLastWhile.ts";
import "./Dialog.css";

/** A modal dialog; Escape and the backdrop close it, and so does leaving the place that it was opened at. */
export function Dialog({
  open,
  onClose,
  title: newTitle,
  description: newDescription,
  children: newChildren,
  actions: newActions,
  width = "normal",
  look = "framed",
  initialFocus,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons of the last row, the main one last. */
  readonly actions?: ReactNode;
  readonly width?: "narrow" | "normal" | "wide";
  /** `bare`: stands high on the page and shows its content only; the title is its name, and Escape closes it. */
  readonly look?: "framed" | "bare";
  readonly initialFocus?: RefObject<HTMLElement | null>;
}) {
  const opened = useOpenings(open);
  // While it fades it shows what it was closed with: what it was opened for is often gone by then.
  const content = { title: newTitle, description: newDescription, children: newChildren, actions: newActions };
  const { title, description, children, actions } = useLastWhile(open, content);
  useCloseOnLeaving(open, onClose);
  const popup = useRef<HTMLDivElement>(null);
  useFocusBack(open, popup);
  // Base UI gives the focus a frame later, and what is typed until then is lost. On a touch screen a field would bring
  // up the keyboard over the dialog.
  const focusAtOnce = (by: string) => {
    const first = by === "touch" ? null : popup.current && firstTabbable(popup.current);
    const target = initialFocus?.current ?? first ?? popup.current;
    // What had the focus went with the content before: then Base UI takes it to the popup, now and with the next frame.
    const again = document.activeElement === popup.current;
    target?.focus();
    return again && target;
  };
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="tw-backdrop" />
        <BaseDialog.Popup
          ref={popup}
          className={classNames("tw-dialog", `tw-dialog-${width}`, `tw-dialog-${look}`)}
          initialFocus={focusAtOnce}
        >
          <div className={look === "bare" ? "tw-hidden" : "tw-dialog-head"}>
            <BaseDialog.Title className="tw-dialog-title">{title}</BaseDialog.Title>
          </div>
          {/* A dialog that opens again while it still fades begins anew: nothing typed before is in it. */}
          <div key={opened} className="tw-dialog-body">
            {description !== undefined && (
              <BaseDialog.Description className="tw-dialog-description">{description}</BaseDialog.Description>
            )}
            {children}
          </div>
          {actions !== undefined && <div className="tw-dialog-actions">{actions}</div>}
          {/* Last, so that the focus begins in the content; without a tooltip, which would take the first Escape. */}
          {look === "framed" && (
            <Button
              variant="quiet"
              size="small"
              className="tw-button-icon tw-dialog-close"
              aria-label="Close"
              icon={<X aria-hidden />}
              onClick={onClose}
            />
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/**
 * Closes a dialog when the address changes under it, as with *Back*: it spoke of what is not shown any more. Who goes
 * somewhere and opens a dialog there has the new address already.
 */
function useCloseOnLeaving(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open) return;
    const place = window.location.hash;
    const onMove = () => {
      if (window.location.hash !== place) close.current();
    };
    window.addEventListener("hashchange", onMove);
    return () => window.removeEventListener("hashchange", onMove);
  }, [open]);
}

/** How often it was opened. */
function useOpenings(open: boolean): number {
  const [last, setLast] = useState({ open, count: 0 });
  if (last.open === open) return last.count;
  const next = { open, count: last.count + (open ? 1 : 0) };
  setLast(next);
  return next.count;
}
