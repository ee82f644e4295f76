import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { tidyWith } from "../editor/canvas/positions.ts";
import { tidyWorkflow } from "../editor/layout/tidyWorkflow.ts";
import { startTheme } from "../ui/theme.ts";
import { UiRoot } from "../ui/UiRoot.tsx";
import { Viewer } from "./Viewer.tsx";

startTheme();
// One file has nothing to load later.
tidyWith(tidyWorkflow);
const root = document.getElementById("root");
const log = document.getElementById("log")?.textContent?.trim() ?? "";
if (root)
  createRoot(root).render(
    <StrictMode>
      <UiRoot>
        <Viewer file={bytesOf(log)} />
      </UiRoot>
    </StrictMode>,
  );

/** What is no base64 becomes an empty file, which the viewer says is empty. */
function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
