import { type Build, buildLock, cacheName, isPageCache } from "./build.ts";

/** So many files are fetched at once: the page, which the person looks at, shares the server. */
const atOnce = 4;

/** Stands in a cache when all files of its build do. */
const mark = "__complete";

/**
 * Keeps every file of a build. Files whose names carry their hash come from an older build that had them too, or from
 * the browser's own cache: the page has loaded most of them.
 * @throws when a file cannot be had; then the build is not kept.
 */
export async function keepBuild(build: Build, scope: string, load: typeof fetch = fetch): Promise<void> {
  // As a tab of it would: what is not whole yet looks like what nobody has any more.
  await navigator.locks.request(buildLock(cacheName(build.id)), { mode: "shared" }, () => keep(build, scope, load));
}

async function keep(build: Build, scope: string, load: typeof fetch): Promise<void> {
  const name = cacheName(build.id);
  const before = await completeCaches(scope);
  const cache = await caches.open(name);
  const left = [...build.files];
  const keepFiles = async (): Promise<void> => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const url = new URL(file, scope).href;
      const kept = file.startsWith("assets/") ? await findIn(before, url) : undefined;
      // What may change under its name is asked for anew.
      const response = kept ?? (await load(url, { cache: file.startsWith("assets/") ? "default" : "no-cache" }));
      if (!response.ok) throw new Error(`${file} could not be loaded: ${response.status}`);
      if (file === "index.html" && !(await response.clone().text()).includes(`index-${build.id}.js`))
        throw new Error("The server has another build by now.");
      await cache.put(url, response);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, keepFiles));
    await cache.put(new URL(mark, scope).href, new Response(String(Date.now())));
  } catch (error) {
    left.length = 0;
    if (!before.includes(name)) await caches.delete(name);
    throw error;
  }
}

/**
 * Deletes what was kept of older builds, where no tab has them any more. A newer one is there before its service worker
 * has taken over from the one that asks.
 */
export async function dropUnusedBuilds(own: string, scope: string): Promise<void> {
  const complete = await completeCaches(scope);
  const newer = complete.slice(0, Math.max(0, complete.indexOf(cacheName(own))));
  for (const name of await caches.keys()) {
    if (!isPageCache(name) || name === cacheName(own) || newer.includes(name)) continue;
    await navigator.locks.request(buildLock(name), { ifAvailable: true }, async (lock) => {
      if (lock) await caches.delete(name);
    });
  }
}

/** A file that any build has, the newest first. */
export async function findKept(url: string, scope: string): Promise<Response | undefined> {
  return findIn(await completeCaches(scope), url);
}

/** Newest first. */
async function completeCaches(scope: string): Promise<readonly string[]> {
  const found: { readonly name: string; readonly at: number }[] = [];
  for (const name of await caches.keys()) {
    if (!isPageCache(name)) continue;
    const complete = await (await caches.open(name)).match(new URL(mark, scope).href);
    if (complete) found.push({ name, at: Number(await complete.text()) });
  }
  return found.sort((a, b) => b.at - a.at).map(({ name }) => name);
}

async function findIn(names: readonly string[], url: string): Promise<Response | undefined> {
  for (const name of names) {
    const found = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
