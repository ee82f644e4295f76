import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { engineWorkerName } from "../protocol/engineWorker.ts";
import { savesData } from "../ui/loadLater.ts";
import { startTheme } from "../ui/theme.ts";
import { UiRoot } from "../ui/UiRoot.tsx";
import { App } from "./App.tsx";
import { installConsole } from "./console.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { createEngineClient } from "./engineClient.ts";
import { watchEngine } from "./engineHealth.ts";
import { watchLibrary } from "./libraryStore.ts";
import { watchNeeds } from "./notifyOfNeeds.ts";
import { watchOfflineCopy } from "./offlineCopy.ts";
import { watchPlace } from "./placesSeen.ts";

startTheme();
const client = createEngineClient(
  () =>
    new Worker(new URL("../../workers/engine/engine.ts", import.meta.url), {
      type: "module",
      name: engineWorkerName({ savesData: savesData(), opensRun: location.hash.startsWith("#/r/") }),
    }),
);
watchEngine(client);
for (const event of ["visibilitychange", "resume"]) document.addEventListener(event, () => client.wake());
watchLibrary(client.api);
watchPlace();
watchNeeds();
watchOfflineCopy();
installConsole(client.api);

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <UiRoot>
        <ErrorBoundary api={client.api}>
          <App client={client} />
        </ErrorBoundary>
      </UiRoot>
    </StrictMode>,
  );
