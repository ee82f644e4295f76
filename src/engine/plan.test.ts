import { expect, test } from "vitest";
import type { Limits } from "../workflow/workflow.ts";
import { planWorkflow } from "./plan.ts";
import { workflowOf } from "./testing/workflowOf.ts";

const boundsOf = (limits: Limits, unlimited: boolean) =>
  planWorkflow(workflowOf({ s: { accepts: ["Start"] } }, { limits }), { unlimited }).bounds;

test("[R44] [R45] limits that a workflow leaves out have their defaults; in a scenario they are unlimited", () => {
  expect(boundsOf({ maxParallelAgents: 2 }, false)).toEqual({
    timeoutMs: Number.POSITIVE_INFINITY,
    maxParallel: 8,
    maxParallelCommands: 4,
    maxParallelAgents: 2,
    maxExecutions: 100_000,
  });
  const none = Number.POSITIVE_INFINITY;
  expect(boundsOf({ timeoutMs: 5, maxParallelAgents: 2 }, true)).toEqual({
    timeoutMs: 5,
    maxParallel: none,
    maxParallelCommands: none,
    maxParallelAgents: 2,
    maxExecutions: none,
  });
});
