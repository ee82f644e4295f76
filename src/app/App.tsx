import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { loadLater } from "../ui/loadLater.ts";
import { Notice } from "../ui/Notice.tsx";
import { OpeningDialog } from "../ui/OpeningDialog.tsx";
import { setTitlePrefix, usePageTitle } from "../ui/pageTitle.ts";
import { Spinner } from "../ui/Spinner.tsx";
import { TopBarPlacesContext } from "../ui/topBarSlots.tsx";
import { DropAnywhere } from "./DropAnywhere.tsx";
import type { EngineClient } from "./engineClient.ts";
import { useEngineHealth } from "./engineHealth.ts";
import { HomePage } from "./HomePage.tsx";
import { useImport } from "./importFiles.ts";
import { needsYou, useLibrary } from "./libraryStore.ts";
import { useOfflineCopy } from "./offlineCopy.ts";
import { PageMessage } from "./PageMessage.tsx";
import { Pairing } from "./Pairing.tsx";
import { useOverlay, useOverlayKeys } from "./palette/openPalette.ts";
import type { Route } from "./route.ts";
import { useStartFlow } from "./startFlow.ts";
import { TopBar } from "./TopBar.tsx";
import { navigate, useRoute } from "./useRoute.ts";
import "./page.css";

const EditorPlace = loadLater(() => import("./EditorPlace.tsx").then((module) => module.EditorPlace), "#/w/");
const RunPlace = loadLater(() => import("./RunPlace.tsx").then((module) => module.RunPlace), "#/r/");
const ComparePlace = loadLater(() => import("./ComparePlace.tsx").then((module) => module.ComparePlace), "#/compare/");
const SettingsPage = loadLater(() => import("./SettingsPage.tsx").then((module) => module.SettingsPage), "#/settings");
const StartDialogs = loadLater(() => import("./StartDialogs.tsx").then((module) => module.StartDialogs));
const CommandPalette = loadLater(() => import("./palette/CommandPalette.tsx").then((module) => module.CommandPalette));
const KeyboardDialog = loadLater(() => import("./KeyboardMap.tsx").then((module) => module.KeyboardDialog));
const ImportDialog = loadLater(() => import("./ImportDialog.tsx").then((module) => module.ImportDialog));

/** The frame around every page: top bar, banners, the page of the address, and the dialogs that any page may open. */
export function App({ client }: { readonly client: EngineClient }) {
  const route = useRoute();
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  const main = useRef<HTMLElement>(null);
  useNeedsYouInTitle();
  useFocusOnArrival(route, main);
  useOverlayKeys();
  return (
    <TopBarPlacesContext value={{ middle, actions }}>
      <div className="app">
        <button type="button" className="app-skip" onClick={() => main.current?.focus()}>
          Skip to the page
        </button>
        <TopBar middle={setMiddle} actions={setActions} route={route} />
        <div className="app-banners">
          <Banners client={client} />
        </div>
        <main className="app-main" id="main" tabIndex={-1} ref={main}>
          <Suspense
            fallback={
              <PageMessage title="Loading">
                <Spinner label="Loading …" />
              </PageMessage>
            }
          >
            <Page route={route} client={client} />
          </Suspense>
        </main>
      </div>
      <Dialogs client={client} />
      <Pairing api={client.api} route={route} />
      <DropAnywhere api={client.api} />
    </TopBarPlacesContext>
  );
}

function Page({ route, client }: { readonly route: Route; readonly client: EngineClient }) {
  switch (route.kind) {
    case "home":
    // The start page stands there while `Pairing` takes the token out of the address.
    case "pair":
      return <HomePage api={client.api} />;
    case "workflow":
      return <EditorPlace key={route.workflow} api={client.api} id={route.workflow} show={route.show} />;
    case "run":
      return <RunPlace key={route.run} api={client.api} id={route.run} inside={route.inside} tick={route.tick} />;
    case "compare":
      return (
        <ComparePlace key={`${route.left} ${route.right}`} api={client.api} left={route.left} right={route.right} />
      );
    case "settings":
      return <SettingsPage api={client.api} />;
    case "unknown":
      return <UnknownPage />;
  }
}

/** Loaded with the first that opens: who only looks at the start page does not pay for them. */
function Dialogs({ client }: { readonly client: EngineClient }) {
  const starting = useStartFlow(({ kind }) => kind !== "idle");
  const importing = useImport(({ kind }) => kind !== "closed");
  const { overlay } = useOverlay();
  return (
    <>
      <Suspense fallback={<OpeningDialog />}>{starting && <StartDialogs api={client.api} />}</Suspense>
      <Suspense fallback={<OpeningDialog />}>{overlay === "palette" && <CommandPalette api={client.api} />}</Suspense>
      <Suspense fallback={<OpeningDialog />}>{overlay === "keyboard" && <KeyboardDialog />}</Suspense>
      <Suspense fallback={<OpeningDialog />}>{importing && <ImportDialog api={client.api} />}</Suspense>
    </>
  );
}

function UnknownPage() {
  usePageTitle("Not found");
  return (
    <PageMessage title="Not found">
      <EmptyState
        title="This address leads nowhere"
        actions={
          <Button variant="primary" onClick={() => navigate({ kind: "home" })}>
            Go to the start page
          </Button>
        }
      >
        Workflows have addresses like #/w/…, runs like #/r/….
      </EmptyState>
    </PageMessage>
  );
}

/** What concerns every page: storage that takes nothing, an engine that does not run. */
function Banners({ client }: { readonly client: EngineClient }) {
  const trouble = useLibrary((library) => library.storage?.trouble ?? null);
  const outdated = useLibrary((library) => library.storage?.outdated === true);
  const health = useEngineHealth();
  const newer = useOfflineCopy((copy) => copy.newer);
  const away = useRunnerAway();
  return (
    <>
      {away && (
        <Notice look="banner" tone="wait" title="The runner is away.">
          Runs of this tab go on; steps that need the runner wait for it. <code>npm start</code> brings it back.
        </Notice>
      )}
      {newer && !outdated && (
        <Notice
          look="banner"
          title="A newer Tickwork is ready."
          actions={
            <Button size="small" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          This tab works on as it is until it is reloaded.
        </Notice>
      )}
      {health.kind === "dead" && (
        <Notice
          look="banner"
          tone="bad"
          title="The engine of this tab does not run."
          actions={
            <Button size="small" onClick={() => client.restart("Started by hand.")}>
              Start it again
            </Button>
          }
        >
          Runs of this tab stand still; nothing is lost. {health.cause}
        </Notice>
      )}
      {outdated && (
        <Notice
          look="banner"
          tone="bad"
          title="This tab is out of date."
          actions={
            <Button size="small" variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          A newer Tickwork has upgraded what this browser keeps, and runs go on there. Nothing is saved here: reload
          this tab, and if this comes back, start the newer Tickwork.
        </Notice>
      )}
      {trouble !== null && !outdated && (
        <Notice
          look="banner"
          tone="bad"
          title="Nothing can be saved now."
          actions={
            <Button size="small" onClick={() => navigate({ kind: "settings" })}>
              Storage
            </Button>
          }
        >
          {trouble}
        </Notice>
      )}
    </>
  );
}

/** A runner that is only restarted makes nothing jump, ms. */
const awayAfterMs = 2_500;

function useRunnerAway(): boolean {
  const unreachable = useLibrary((library) => library.runner.kind === "unreachable");
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!unreachable) return setAway(false);
    const timer = setTimeout(() => setAway(true), awayAfterMs);
    return () => clearTimeout(timer);
  }, [unreachable]);
  return away;
}

function useNeedsYouInTitle(): void {
  const count = useLibrary((library) => needsYou(library.runs));
  useEffect(() => setTitlePrefix(count > 0 ? `(${count}) ` : ""), [count]);
}

/** A new page gets the focus, so that keys and screen readers begin at its top; not at the first load. */
function useFocusOnArrival(route: Route, main: { readonly current: HTMLElement | null }): void {
  const arrived = useRef(false);
  // Another moment of a run is the same place.
  const place = JSON.stringify({ ...route, tick: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the place changes
  useEffect(() => {
    if (arrived.current) main.current?.focus({ preventScroll: true });
    arrived.current = true;
  }, [place]);
}
