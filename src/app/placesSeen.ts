import { parseRoute } from "./route.ts";

/*
 * Which runs a person sees now in any tab of this browser: a visible tab shares a Web Lock of the place that it shows, so
 * that it is given back whatever becomes of the tab.
 */

/** The start page answers what every run asks. */
const everyRun = "*";
const prefix = "tickwork-seen:";

export function placeOf(hash: string, visible: boolean): string | null {
  if (!visible) return null;
  const route = parseRoute(hash);
  if (route.kind === "home") return everyRun;
  return route.kind === "run" ? route.run : null;
}

export function watchPlace(): void {
  let shown: string | null = null;
  let release: () => void = () => {};
  const follow = (): void => {
    const place = placeOf(location.hash, document.visibilityState === "visible");
    if (place === shown) return;
    release();
    release = () => {};
    shown = place;
    if (place === null) return;
    const left = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(prefix + place, { mode: "shared" }, () => left);
  };
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("hashchange", follow);
  follow();
}

/** Whether any tab shows what this run asks. */
export async function isSeen(run: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === prefix + run || name === prefix + everyRun);
}
