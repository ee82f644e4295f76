import jsonata from "jsonata";
import { expect, test } from "vitest";
import { kindHelp } from "./kindHelp.ts";
import { kinds, portsOf, stepKinds } from "./kinds.ts";
import type { Step } from "./workflow.ts";

test("the help of a kind that is offered has what it does, its ports and an example", () => {
  for (const kind of stepKinds.filter((one) => kinds[one].available !== "scenarios"))
    for (const text of Object.values(kindHelp[kind])) expect(text, kind).not.toBe("");
});

test("only kinds that have an error output name it", () => {
  const named = stepKinds.filter((kind) => /`error`/.test(kindHelp[kind].ports));
  const failing = stepKinds.filter((kind) => {
    const step = { kind, accepts: [], config: kinds[kind].newConfig } as unknown as Step;
    return portsOf(step).includes("error");
  });
  expect(failing).toEqual(expect.arrayContaining(named));
});

test("examples that are expressions compile", () => {
  for (const kind of ["transform", "fan-out", "stop"] as const)
    expect(() => jsonata(kindHelp[kind].example)).not.toThrow();
});
