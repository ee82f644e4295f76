import type { HookNotification } from "../protocol/hooks.ts";
import { notificationsAllowed } from "../ui/notifications.ts";
import { showToast } from "../ui/toast.ts";
import { navigate } from "./useRoute.ts";

/** Shows it as the browser's notification where that is allowed; else at the edge of the page. */
export function notifyOfHook({ run, seq, title, text }: HookNotification): void {
  const open = () => navigate({ kind: "run", run });
  if (notificationsAllowed()) {
    try {
      const shown = new Notification(title, { body: text, tag: `${run} ${seq}` });
      shown.onclick = () => {
        window.focus();
        open();
        shown.close();
      };
      return;
    } catch {
      // Some browsers let only service workers notify.
    }
  }
  showToast({ tone: "info", text: `${title}: ${text}`, action: { label: "Open", onChoose: open } });
}
