import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { assertNever } from "../workflow/assertNever.ts";
import { setOfflineCopy, useOfflineCopy } from "./offlineCopy.ts";

/** Whether the page opens while nobody serves it, and how to undo that. */
export function OfflineSettings() {
  const { state } = useOfflineCopy();
  return (
    <section aria-labelledby="settings-offline">
      <h2 id="settings-offline">Offline</h2>
      <div className="settings-body">
        <p>{words(state)}</p>
        {state === "ready" && (
          <div>
            <Button onClick={() => void setOfflineCopy(false)}>Remove the offline copy</Button>
          </div>
        )}
        {(state === "off" || state === "failed") && (
          <div>
            <Button onClick={() => void setOfflineCopy(true)}>Keep an offline copy</Button>
          </div>
        )}
      </div>
    </section>
  );
}

function words(state: ReturnType<typeof useOfflineCopy.getState>["state"]): ReactNode {
  switch (state) {
    case "unsupported":
      return "This browser keeps no copy of the page here: it opens only while the runner serves it.";
    case "off":
      return "No copy of the page is kept: it opens only while the runner serves it. Workflows and runs stay.";
    case "preparing":
      return "The files of the page are being kept, so that it opens without the runner.";
    case "ready":
      return "This browser keeps a copy of the page (its own files, no data): it opens without the runner, too.";
    case "failed":
      return "The copy of the page could not be kept; the storage may be full. It opens while the runner serves it.";
    default:
      return assertNever(state);
  }
}
