import { create } from "zustand";

/*
 * The page's end of the service worker (`workers/offline`), which keeps the files of the page so that it opens while
 * nobody serves it.
 */

interface OfflineCopy {
  /** `unsupported`: this browser keeps none, or the page is not secure. `off`: the person wants none. */
  readonly state: "unsupported" | "off" | "preparing" | "ready" | "failed";
  /** Another build than this tab's is kept: a reload brings it. */
  readonly newer: boolean;
}

export const useOfflineCopy = create<OfflineCopy>(() => ({ state: "unsupported", newer: false }));

const offKey = "tickwork-offline";
/** Asked at most this often whether the server has another build, ms. */
const askEveryMs = 600_000;

/** The hash in the name of the page's script; `undefined` while developing. */
function ownBuild(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? /assets\/index-([\w-]+)\.js$/.exec(script.src)?.[1] : undefined;
}

/** Begins once the page is drawn and its parts are loaded, so that what is kept comes out of the browser's cache. */
export function watchOfflineCopy(): void {
  const build = ownBuild();
  if (build === undefined || !("serviceWorker" in navigator) || !window.isSecureContext) return;
  // Held for as long as this tab lives: what is kept of its build stays (`src/offline/build.ts`).
  void navigator.locks.request(`tickwork-build:${build}`, { mode: "shared" }, () => new Promise(() => {}));
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ kind: string; id: string }>) => {
    if (data.kind === "build") useOfflineCopy.setState({ newer: data.id !== build });
  });
  if (isOff()) useOfflineCopy.setState({ state: "off" });
  else whenPartsAreLoaded(() => void keep(build));
}

function isOff(): boolean {
  try {
    return localStorage.getItem(offKey) === "off";
  } catch {
    // A browser that keeps nothing for this page.
    return true;
  }
}

async function keep(build: string): Promise<void> {
  useOfflineCopy.setState({ state: "preparing" });
  try {
    const registration = await navigator.serviceWorker.register("offline.js", { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ build });
    useOfflineCopy.setState({ state: "ready" });
    let askedAt = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - askedAt < askEveryMs) return;
      askedAt = Date.now();
      // The server may be away: then there is nothing new.
      registration.update().catch(() => undefined);
    });
  } catch {
    useOfflineCopy.setState({ state: "failed" });
  }
}

/** Keeps the page from now on, or forgets what is kept and keeps nothing more. */
export async function setOfflineCopy(on: boolean): Promise<void> {
  const build = ownBuild();
  if (on && build !== undefined) {
    localStorage.removeItem(offKey);
    return keep(build);
  }
  localStorage.setItem(offKey, "off");
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.unregister();
  for (const name of await caches.keys()) if (name.startsWith("tickwork-page-")) await caches.delete(name);
  useOfflineCopy.setState({ state: "off", newer: false });
}

function whenPartsAreLoaded(then: () => void): void {
  const root = document.documentElement;
  const loaded = (): boolean => root.dataset.parts === "loaded";
  if (loaded()) {
    then();
    return;
  }
  const observer = new MutationObserver(() => {
    if (!loaded()) return;
    observer.disconnect();
    then();
  });
  observer.observe(root, { attributeFilter: ["data-parts"] });
}
