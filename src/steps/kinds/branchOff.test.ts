import { describe, expect, test } from "vitest";
import type { HandedOn } from "../../runtime/world.ts";
import type { Condition } from "../../workflow/condition.ts";
import type { Json } from "../../workflow/json.ts";
import type { Step } from "../../workflow/workflow.ts";
import type { Work } from "../executor.ts";
import { dispatchOf, recordExecution, workflowOf } from "../fixtures/recordedExecution.ts";
import { branchOff } from "./branchOff.ts";

type Around = NonNullable<Parameters<typeof recordExecution>[1]>;

const handedOn = (more: Partial<HandedOn>): HandedOn => ({
  output: undefined,
  data: undefined,
  exit: null,
  outcome: "success",
  attempt: 1,
  count: 1,
  ...more,
});

/** Through which port a branch goes with these cases, first to last; `else` when through none. */
async function portOf(cases: readonly Condition[], data: Json, around: Around = {}): Promise<string> {
  const ports = cases.map((_, index) => `p${index}`);
  const types = Object.fromEntries([...ports, "else"].map((port) => [port, `Type${port}`]));
  const step = {
    kind: "branch",
    accepts: ["Start"],
    emits: types,
    config: { cases: cases.map((when, index) => ({ port: `p${index}`, when })), else: "else" },
  } as const satisfies Step;
  const { execution } = recordExecution(workflowOf({ s: step }), around);
  const dispatch = dispatchOf("s", { event: { type: "Start", data } });
  const [result] = await branchOff({ step, dispatch, execution } as unknown as Work<"branch">);
  // R14: the event's data goes on unchanged.
  expect(result).toMatchObject({ kind: "return", value: { data } });
  const { type } = (result as { readonly value: { readonly type: string } }).value;
  return type.replace("Type", "");
}

describe("[T6] conditions of a branch", () => {
  test("look into the event, the store, and what earlier steps handed on", async () => {
    const around: Around = {
      store: { limits: { most: 3 } },
      back: {
        ask: handedOn({ data: { approved: true } }),
        lint: handedOn({ output: { findings: 2 }, exit: 1, outcome: "failure" }),
      },
    };
    const cases: readonly (readonly [Condition, boolean])[] = [
      [{ event: ["order", "total"], gte: 10 }, true],
      [{ event: ["order", "total"], lt: 10 }, false],
      [{ event: ["order"], equals: { total: 10 } }, true],
      [{ event: ["none"], exists: false }, true],
      [{ store: ["limits", "most"], in: [1, 3] }, true],
      [{ store: ["limits", "least"], exists: true }, false],
      [{ step: "ask", path: ["approved"], equals: true }, true],
      [{ output: "lint", path: ["findings"], gt: 1 }, true],
      [{ exit: "lint", equals: 1 }, true],
      [{ exit: "lint", is: "succeeded" }, false],
      [{ status: "lint", in: ["failure"] }, true],
      [{ not: { status: "ask", in: ["failure"] } }, true],
    ];
    for (const [condition, holds] of cases) {
      expect([condition, await portOf([condition], { order: { total: 10 } }, around)]).toEqual([
        condition,
        holds ? "p0" : "else",
      ]);
    }
  });

  test("[T7] what is unavailable is not true: neither it nor its opposite is taken, but `any` needs one", async () => {
    const never: Condition = { step: "never", path: ["x"], equals: 1 };
    expect(await portOf([never, { not: never }], null)).toBe("else");
    expect(await portOf([{ any: [never, { all: [] }] }], null)).toBe("p0");
    expect(await portOf([{ all: [never, { all: [] }] }, { any: [] }], null)).toBe("else");
    expect(await portOf([{ event: ["n"], gt: 1 }], { n: "2" })).toBe("else");
  });

  test("[T8] false and null are values; an exit that is no code matches only `failed`", async () => {
    expect(
      await portOf(
        [
          { event: ["ok"], equals: null },
          { event: ["ok"], equals: false },
        ],
        { ok: false },
      ),
    ).toBe("p1");
    expect(await portOf([{ event: ["ok"], equals: null }], { ok: null })).toBe("p0");
    const killed: Around = { back: { run: handedOn({ exit: null, outcome: "failure" }) } };
    const cases: readonly Condition[] = [
      { exit: "run", equals: 0 },
      { exit: "run", is: "succeeded" },
      { exit: "run", is: "failed" },
    ];
    expect(await portOf(cases, null, killed)).toBe("p2");
  });

  test("the first true case wins, in their order", async () => {
    const cases: readonly Condition[] = [
      { event: ["n"], gt: 100 },
      { event: ["n"], gt: 10 },
      { event: ["n"], gt: 1 },
    ];
    expect(await portOf(cases, { n: 50 })).toBe("p1");
    expect(await portOf([...cases].reverse(), { n: 50 })).toBe("p0");
  });
});
