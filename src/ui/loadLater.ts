import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const waiting: (() => Promise<unknown>)[] = [];
let planned = false;

/**
 * A component that is loaded when it is drawn first, and ahead of that once the page is at rest: whoever served the
 * page may be gone when somebody needs it. `data-parts="loaded"` on the root element says that all are here.
 */
export function loadLater<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  waiting.push(load);
  planAhead();
  return lazy(async () => ({ default: await load() }));
}

function planAhead(): void {
  if (planned) return;
  planned = true;
  document.documentElement.dataset.parts = "loading";
  const begin = () => whenIdle(() => void loadAhead());
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** One after the other, so that nothing the person does waits behind them; what fails is loaded when it is drawn. */
async function loadAhead(): Promise<void> {
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) await load().catch(() => undefined);
  planned = false;
  document.documentElement.dataset.parts = "loaded";
}

function whenIdle(then: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(then, { timeout: 3_000 });
  else setTimeout(then, 1_000);
}
