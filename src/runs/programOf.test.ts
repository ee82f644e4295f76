import { expect, test } from "vitest";
import { changeOf, programOf } from "./programOf.ts";

const now = { path: "/usr/bin/git", digest: "sha256:b" };

test("a program that is the one that was allowed has no change to tell", () => {
  const ran = programOf({ program: now });
  expect(ran).toEqual(now);
  expect(ran && changeOf(ran)).toBeUndefined();
});

test("another content and another place are told apart", () => {
  const content = programOf({ program: { ...now, before: { path: "/usr/bin/git", digest: "sha256:a" } } });
  expect(content && changeOf(content)).toBe("/usr/bin/git has another content than when you allowed it.");
  const place = programOf({ program: { ...now, before: { path: "/home/me/git" } } });
  expect(place && changeOf(place)).toBe("You allowed /home/me/git; its name means /usr/bin/git now.");
});

test.each([undefined, null, "x", [], {}, { program: 1 }, { program: { path: 1 } }])(
  "%j names no program",
  (evidence) => {
    expect(programOf(evidence)).toBeUndefined();
  },
);
