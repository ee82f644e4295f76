import { expect, test } from "vitest";
import { mannerOf } from "./answer.ts";

const scope = "http://127.0.0.1:4747/";
const build = { id: "Ab3", files: ["index.html", "icon.svg", "assets/index-Ab3.js", "examples/loop.workflow.json"] };

const manner = (path: string, request: { method?: string; mode?: string } = {}) =>
  mannerOf({ method: "GET", mode: "cors", url: new URL(path, scope).href, ...request }, build, scope);

test("the page itself is the server's as long as there is one, files whose names carry their hash are kept", () => {
  expect(manner("/", { mode: "navigate" })).toBe("fresh");
  expect(manner("/?x#/r/1", { mode: "navigate" })).toBe("fresh");
  expect(manner("/index.html", { mode: "navigate" })).toBe("fresh");
  expect(manner("/examples/loop.workflow.json")).toBe("fresh");
  expect(manner("/assets/index-Ab3.js")).toBe("kept");
  // Of another build: a tab of it lives still.
  expect(manner("/assets/RunPlace-0ld.js")).toBe("kept");
});

test("the runner's API, other pages and other origins are none of its business", () => {
  expect(manner("/v1/health")).toBe(null);
  expect(manner("/v1/attempts/x", { method: "POST" })).toBe(null);
  expect(manner("/", { method: "POST", mode: "navigate" })).toBe(null);
  // Another program may have the port next time.
  expect(manner("/admin", { mode: "navigate" })).toBe(null);
  expect(manner("/data.json")).toBe(null);
  expect(manner("http://127.0.0.1:9999/assets/index-Ab3.js")).toBe(null);
  expect(manner("https://example.org/")).toBe(null);
});
