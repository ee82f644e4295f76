import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRoute, routeHash } from "./route.ts";

test("an empty address is the start page", () => {
  for (const hash of ["", "#", "#/"]) expect(parseRoute(hash)).toEqual({ kind: "home" });
});

test("every id survives the way into the address and back", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (id) => {
      expect(parseRoute(routeHash({ kind: "workflow", workflow: id }))).toEqual({ kind: "workflow", workflow: id });
      expect(parseRoute(routeHash({ kind: "run", run: id }))).toEqual({ kind: "run", run: id });
      expect(parseRoute(routeHash({ kind: "pair", token: id }))).toEqual({ kind: "pair", token: id });
    }),
  );
});

test("an address that leads nowhere says so and does not throw", () => {
  for (const hash of ["#/w", "#/w/", "#/w/a/b", "#/x/a", "#/w/%E0%A4%A", "#/settings/x"])
    expect(parseRoute(hash)).toEqual({ kind: "unknown", hash });
});

test("an address may name the step and the line to begin with", () => {
  expect(parseRoute("#/w/a?step=check&line=12")).toEqual({
    kind: "workflow",
    workflow: "a",
    show: { step: "check", line: 12 },
  });
  expect(parseRoute("#/w/a?step=check&line=x")).toEqual({ kind: "workflow", workflow: "a", show: { step: "check" } });
  expect(parseRoute("#/w/a?line=3")).toEqual({ kind: "workflow", workflow: "a" });
  const there = { kind: "workflow", workflow: "a", show: { step: "a-b", line: 3 } } as const;
  expect(parseRoute(routeHash(there))).toEqual(there);
});

test("[R79] a run can be opened on the canvas of a workflow inside it", () => {
  const route = { kind: "run", run: "r 1", inside: "build/deep" } as const;
  expect(parseRoute(routeHash(route))).toEqual(route);
  expect(parseRoute("#/r/x")).toEqual({ kind: "run", run: "x" });
});

test("the address of a run keeps the tick that is looked at", () => {
  const route = { kind: "run", run: "r 1", inside: "build", tick: 214 } as const;
  expect(routeHash(route)).toBe("#/r/r%201?in=build&tick=214");
  expect(parseRoute(routeHash(route))).toEqual(route);
  expect(parseRoute("#/r/x?tick=0")).toEqual({ kind: "run", run: "x" });
  expect(parseRoute("#/r/x?tick=1e400")).toEqual({ kind: "run", run: "x" });
});

test("two runs are compared at an address of their own", () => {
  const route = { kind: "compare", left: "r 1", right: "r/2" } as const;
  expect(parseRoute(routeHash(route))).toEqual(route);
  for (const hash of ["#/compare/a", "#/compare/a/", "#/compare/a/b/c"])
    expect(parseRoute(hash)).toEqual({ kind: "unknown", hash });
});
