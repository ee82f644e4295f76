import { X } from "lucide-react";
import { Button, IconButton } from "./Button.tsx";
import { closeToast, useAnnounced, useToasts } from "./toast.ts";
import "./Toasts.css";

/** The place of the short messages and of the announcer; once per page, inside `UiRoot`. */
export function Toasts() {
  const toasts = useToasts();
  const announced = useAnnounced();
  return (
    <>
      <div className="tw-hidden tw-announcer" role="status" aria-live="polite">
        {announced}
      </div>
      <section className="tw-toasts" aria-label="Messages" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className={`tw-toast tw-toast-${toast.tone}`}>
            <span className="tw-toast-text">{toast.text}</span>
            {toast.action !== undefined && (
              <Button
                size="small"
                onClick={() => {
                  toast.action?.onChoose();
                  closeToast(toast.id);
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <IconButton label="Dismiss" size="small" icon={<X aria-hidden />} onClick={() => closeToast(toast.id)} />
          </div>
        ))}
      </section>
    </>
  );
}
