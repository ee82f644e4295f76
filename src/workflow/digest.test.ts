import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { digestOf } from "./digest.ts";
import type { Step, Workflow } from "./workflow.ts";

const stop: Step = { kind: "stop", accepts: ["Start"], config: {} };

function workflow(steps: Record<string, Step>, more: Partial<Workflow> = {}): Workflow {
  return { format: "tickwork/workflow@1", name: "w", steps, ...more };
}

describe("digestOf", () => {
  test("is SHA-256 of the canonical JSON with stepOrder", () => {
    const canonical =
      '{"format":"tickwork/workflow@1","stepOrder":["b"],"steps":{"b":{"accepts":["Start"],"config":{},"kind":"stop"}}}';
    const expected = createHash("sha256").update(canonical).digest("hex");
    expect(digestOf(workflow({ b: stop }))).toBe(`sha256:${expected}`);
  });

  test("does not look at what is for people", () => {
    const plain = digestOf(workflow({ b: stop }));
    const told = workflow(
      { b: { ...stop, title: "The end", notes: "n", pinned: 1 } },
      { name: "other", description: "d", layout: { start: { x: 1, y: 2 } } },
    );
    expect(digestOf(told)).toBe(plain);
  });

  test("looks at the declaration order", () => {
    expect(digestOf(workflow({ a: stop, b: stop }))).not.toBe(digestOf(workflow({ b: stop, a: stop })));
  });

  test("keeps __proto__ keys apart", () => {
    const config = JSON.parse('{"argv":["x"],"env":{"__proto__":"1"}}');
    const step = (env: object): Step => ({ kind: "command", accepts: ["Start"], config: { ...config, env } });
    expect(digestOf(workflow({ a: step(config.env) }))).not.toBe(digestOf(workflow({ a: step({}) })));
  });
});
