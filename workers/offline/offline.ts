import { answer, mannerOf } from "../../src/offline/answer.ts";
import type { Build } from "../../src/offline/build.ts";
import { dropUnusedBuilds, keepBuild } from "../../src/offline/pageCaches.ts";

/** Put in by `scripts/buildOffline.mjs`. */
declare const __BUILD__: Build;

const worker = self as unknown as ServiceWorkerGlobalScope;
const build = __BUILD__;
const { scope } = worker.registration;

worker.addEventListener("install", (event) => {
  // It serves tabs of every build: nobody has to wait for the old ones to close.
  event.waitUntil(keepBuild(build, scope).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim().then(tellBuild));
});

/** A tab that begins says so, with its build: what nobody has any more can go, and who brings a newer one is followed. */
worker.addEventListener("message", (event) => {
  const { build: theirs } = event.data as { readonly build: string };
  event.waitUntil(dropUnusedBuilds(build.id, scope));
  // The server may be away by now.
  if (theirs !== build.id) worker.registration.update().catch(() => undefined);
});

worker.addEventListener("fetch", (event) => {
  const manner = mannerOf(event.request, build, scope);
  if (manner !== null) event.respondWith(answer(event.request, manner, scope));
});

/** What was installed last is what the server had last: tabs of other builds tell their person of it. */
async function tellBuild(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const tab of tabs) tab.postMessage({ kind: "build", id: build.id });
}
