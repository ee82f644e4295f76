import { type ComponentType, createElement, type LazyExoticComponent, lazy, useState } from "react";

interface Part {
  readonly load: () => Promise<unknown>;
  /** How addresses begin that it shows. */
  readonly opens: string | undefined;
}

const parts: Part[] = [];
const waiting: Part[] = [];
let planned = false;

/**
 * A component that is loaded when it is drawn first; ahead of that when somebody points at a link that it `opens`, and
 * once the page is at rest: whoever served the page may be gone when it is needed, and what is typed while a part is
 * on its way is lost. Where data is to be saved, nothing is loaded at rest. `data-parts="loaded"` on the root element
 * says that all are here.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  opens?: string,
): ComponentType<Props> {
  const later: Later<Props> = { loaded: undefined, lazily: lazy(async () => ({ default: await loadOnce() })) };
  const loadOnce = async () => {
    later.loaded ??= await load();
    return later.loaded;
  };
  const part = { load: loadOnce, opens };
  parts.push(part);
  waiting.push(part);
  planAhead();
  return (props: Props) => createElement(Drawn<Props>, { later, props });
}

interface Later<Props> {
  loaded: ComponentType<Props> | undefined;
  readonly lazily: LazyExoticComponent<ComponentType<Props>>;
}

/**
 * What is here is drawn at once: `lazy` would first show what stands for it, for as long as a third of a second. What
 * was begun as the one stays it, so that it keeps its state.
 */
function Drawn<Props extends object>({ later, props }: { readonly later: Later<Props>; readonly props: Props }) {
  const [Part] = useState((): ComponentType<Props> => later.loaded ?? later.lazily);
  return createElement(Part, props);
}

/** The same for what is no component: `load`, which is called ahead, too. */
export function loadedSoon<T>(load: () => Promise<T>): () => Promise<T> {
  waiting.push({ load, opens: undefined });
  planAhead();
  return load;
}

function planAhead(): void {
  // Units of the page are tested where there is none.
  if (planned || typeof document === "undefined") return;
  planned = true;
  // The same listener is added once.
  for (const moment of ["pointerover", "focusin", "pointerdown"] as const)
    document.addEventListener(moment, loadPointedAt, { passive: true });
  document.documentElement.dataset.parts = "loading";
  const begin = () => whenIdle(() => void loadAhead());
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** One after the other, so that nothing the person does waits behind them; what fails is loaded when it is drawn. */
async function loadAhead(): Promise<void> {
  if (savesData()) return;
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await part.load().catch(() => undefined);
  planned = false;
  document.documentElement.dataset.parts = "loaded";
}

function loadPointedAt({ target }: Event): void {
  const href = target instanceof Element ? target.closest("a")?.getAttribute("href") : null;
  if (!href) return;
  for (const { load, opens } of parts) if (opens !== undefined && href.startsWith(opens)) load().catch(() => undefined);
}

/** The person asked the browser to fetch no more than is needed. */
export function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}

function whenIdle(then: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(then, { timeout: 3_000 });
  else setTimeout(then, 1_000);
}
