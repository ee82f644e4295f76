import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import { askForNotifications, useNotificationState } from "./notifications.ts";

/** Says whether the browser shows notifications of this page, and lets a person allow them by a button. */
export function NotificationPermission({ quiet = false }: { readonly quiet?: boolean }) {
  const state = useNotificationState();
  switch (state) {
    case "granted":
      return quiet ? null : <Notice tone="ok" title="The browser shows notifications of this page." />;
    case "default":
      return (
        <Notice
          title="The browser was not asked yet"
          actions={
            <Button size="small" onClick={() => void askForNotifications()}>
              Allow notifications
            </Button>
          }
        >
          Until then, notifications appear at the edge of this page.
        </Notice>
      );
    case "denied":
      return (
        <Notice tone="wait" title="Notifications are blocked">
          Allow them for this page in the settings of the browser. Until then they appear at the edge of this page.
        </Notice>
      );
    case "unsupported":
      return (
        <Notice title="This browser shows no notifications here">They appear at the edge of this page instead.</Notice>
      );
  }
}
