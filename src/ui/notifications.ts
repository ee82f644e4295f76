import { useSyncExternalStore } from "react";

/** `unsupported`: this browser has none, or the page is not secure. */
type NotificationState = "granted" | "denied" | "default" | "unsupported";

const watchers = new Set<() => void>();

function stateNow(): NotificationState {
  return "Notification" in window && window.isSecureContext ? Notification.permission : "unsupported";
}

export function notificationsAllowed(): boolean {
  return stateNow() === "granted";
}

/** Asks the person; only ever at their own click. */
export async function askForNotifications(): Promise<void> {
  if (stateNow() !== "default") return;
  await Notification.requestPermission();
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  // The browser's own settings may have changed while the page was not looked at.
  window.addEventListener("focus", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("focus", watcher);
  };
}

export function useNotificationState(): NotificationState {
  return useSyncExternalStore(watch, stateNow);
}
