import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GateAccess, makeGate } from "./gate.ts";

describe("the gate [T12]", () => {
  function make() {
    const gate = makeGate();
    const entered: string[] = [];
    const join = (key: string, access: GateAccess, path = "/w") =>
      gate.join({ key, access, path, enter: () => entered.push(key) });
    return { gate, entered, join };
  }

  test("readers share, a writer is alone", () => {
    const { gate, entered, join } = make();
    join("r1", "read");
    join("r2", "read");
    join("w1", "write");
    expect(entered).toEqual(["r1", "r2"]);
    expect(gate.heldBy("w1")).toBe("r1");
    gate.leave("r1");
    expect(entered).toEqual(["r1", "r2"]);
    gate.leave("r2");
    expect(entered).toEqual(["r1", "r2", "w1"]);
  });

  test("a waiting writer is not overtaken by later readers", () => {
    const { gate, entered, join } = make();
    join("r1", "read");
    join("w1", "write");
    join("r2", "read");
    expect(entered).toEqual(["r1"]);
    expect(gate.isFree("/w", "read")).toBe(false);
    gate.leave("w1");
    expect(entered).toEqual(["r1", "r2"]);
  });

  test("folders do not hold up each other, and one that nobody uses is forgotten", () => {
    const { gate, entered, join } = make();
    join("a", "write", "/a");
    join("b", "write", "/b");
    expect(entered).toEqual(["a", "b"]);
    gate.leave("a");
    gate.leave("b");
    gate.leave("unknown");
    expect(gate.list()).toEqual([]);
  });

  test("at every moment readers only or one writer hold it, and everybody gets in, in order", () => {
    const steps = fc.array(fc.oneof(fc.constant<"read">("read"), fc.constant<"write">("write"), fc.nat(20)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (script) => {
        const { gate, entered, join } = make();
        const accessOf = new Map<string, GateAccess>();
        const check = (): void => {
          const holding = gate.list()[0]?.holding ?? [];
          const writers = holding.filter((key) => accessOf.get(key) === "write").length;
          expect(writers === 0 || holding.length === 1).toBe(true);
        };
        for (const step of script) {
          if (typeof step === "number") {
            const holding = gate.list()[0]?.holding ?? [];
            const key = holding[step % Math.max(1, holding.length)];
            if (key !== undefined) gate.leave(key);
          } else {
            const key = `k${accessOf.size}`;
            accessOf.set(key, step);
            join(key, step);
          }
          check();
        }
        for (let key = gate.list()[0]?.holding[0]; key !== undefined; key = gate.list()[0]?.holding[0]) {
          gate.leave(key);
          check();
        }
        expect(entered).toEqual([...accessOf.keys()]);
      }),
    );
  });
});
