import { afterEach, expect, test } from "vitest";
import { answer } from "./answer.ts";
import { type Build, buildLock, cacheName } from "./build.ts";
import { dropUnusedBuilds, findKept, keepBuild } from "./pageCaches.ts";

const scope = "http://page.test/";

afterEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name);
});

/** A server with the files of one build, each of which says whose it is; it remembers what it was asked. */
function serverOf(build: Build, missing?: string) {
  const asked: string[] = [];
  const load = async (input: RequestInfo | URL): Promise<Response> => {
    const file = (input instanceof Request ? input.url : String(input)).slice(scope.length) || "index.html";
    asked.push(file);
    if (file === missing || !build.files.includes(file)) return new Response("", { status: 404 });
    return new Response(`${file} of ${build.id}: index-${build.id}.js`);
  };
  return { asked, load };
}

const away = async (): Promise<Response> => {
  throw new TypeError("Failed to fetch");
};

const first: Build = { id: "one", files: ["index.html", "assets/index-one.js", "assets/same-1.js", "icon.svg"] };
const second: Build = { id: "two", files: ["index.html", "assets/index-two.js", "assets/same-1.js", "icon.svg"] };
const text = async (response: Response | undefined) => (await response?.text())?.replace(/:.*/, "");

test("a build that is kept opens without a server, and a newer one stands before it", async () => {
  await keepBuild(first, scope, serverOf(first).load);
  const page = new Request(scope);
  expect(await text(await answer(page, "fresh", scope, away))).toBe("index.html of one");
  const server = serverOf(second);
  await keepBuild(second, scope, server.load);
  // What both have is not fetched again.
  expect(server.asked).not.toContain("assets/same-1.js");
  expect(await text(await answer(page, "fresh", scope, away))).toBe("index.html of two");
  // A tab of the old build finds its parts.
  const part = new Request(`${scope}assets/index-one.js`);
  expect(await text(await answer(part, "kept", scope, away))).toBe("assets/index-one.js of one");
});

test("a server that answers is asked for the page first; one that is broken is like one that is away", async () => {
  await keepBuild(first, scope, serverOf(first).load);
  const page = new Request(scope);
  expect(await text(await answer(page, "fresh", scope, serverOf(second).load))).toBe("index.html of two");
  expect((await answer(page, "fresh", scope, async () => new Response("", { status: 404 }))).status).toBe(404);
  expect(await text(await answer(page, "fresh", scope, async () => new Response("", { status: 503 })))).toBe(
    "index.html of one",
  );
  await expect(answer(new Request(`${scope}assets/none-1.js`), "kept", scope, away)).rejects.toThrow("Failed to fetch");
});

test("a build that cannot be had whole is not kept, and leaves nothing", async () => {
  await keepBuild(first, scope, serverOf(first).load);
  await expect(keepBuild(second, scope, serverOf(second, "icon.svg").load)).rejects.toThrow("icon.svg");
  expect(await caches.keys()).toEqual([cacheName("one")]);
  // The server was changed between our script and its files.
  const mixed = { ...second, files: first.files };
  await expect(keepBuild(mixed, scope, serverOf(first).load)).rejects.toThrow("another build");
  expect(await text(await findKept(`${scope}index.html`, scope))).toBe("index.html of one");
});

test("what is kept of an old build goes when its last tab is gone, and not before", async () => {
  await caches.open("somebody else's");
  await keepBuild(first, scope, serverOf(first).load);
  await keepBuild(second, scope, serverOf(second).load);
  let close: () => void = () => {};
  const tab = new Promise<void>((resolve) => {
    close = resolve;
  });
  let opened: () => void = () => {};
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const held = navigator.locks.request(buildLock(cacheName("one")), { mode: "shared" }, () => {
    opened();
    return tab;
  });
  await open;
  await dropUnusedBuilds("two", scope);
  expect(await caches.has(cacheName("one"))).toBe(true);
  close();
  await held;
  await dropUnusedBuilds("two", scope);
  expect(await caches.keys()).toEqual(["somebody else's", cacheName("two")]);
});

test("what is kept of a newer build stays, whole or not yet, though its first tab is still to come", async () => {
  await keepBuild(first, scope, serverOf(first).load);
  const server = serverOf(second);
  await keepBuild(second, scope, async (input) => {
    await dropUnusedBuilds("one", scope);
    return server.load(input);
  });
  await dropUnusedBuilds("one", scope);
  expect(await text(await answer(new Request(scope), "fresh", scope, away))).toBe("index.html of two");
});
