/** One build of the page, as `scripts/buildOffline.mjs` found it in `dist/page`. */
export interface Build {
  /** The hash in the name of the page's script, which changes with everything that the page may load. */
  readonly id: string;
  /** Paths below the page's folder, `index.html` among them. */
  readonly files: readonly string[];
}

const prefix = "tickwork-page-";

/** Of the cache that keeps the files of a build. */
export function cacheName(id: string): string {
  return `${prefix}${id}`;
}

export function isPageCache(name: string): boolean {
  return name.startsWith(prefix);
}

/**
 * Of the Web Lock that every tab of a build shares for as long as it lives, frozen ones too. The page takes it
 * (`src/app/offlineCopy.ts`).
 */
export function buildLock(cache: string): string {
  return `tickwork-build:${cache.slice(prefix.length)}`;
}
