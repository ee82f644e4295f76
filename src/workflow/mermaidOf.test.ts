import { expect, test } from "vitest";
import { mermaidOf } from "./mermaidOf.ts";
import { type Workflow, workflowFormat } from "./workflow.ts";

const workflow: Workflow = {
  format: workflowFormat,
  name: 'A "small" one',
  steps: {
    which: {
      kind: "branch",
      title: "Big <or> small?",
      accepts: ["Start"],
      emits: { big: "Big", small: "Small" },
      config: { cases: [{ port: "big", when: "event.data > 1" }], else: "small" },
    },
    end: { kind: "stop", accepts: ["Big", "Small"], config: {} },
    lint: { kind: "code", needs: [], config: { source: "" } },
    test: { kind: "code", needs: ["lint"], config: { source: "" } },
  },
};

test("steps, wires and needs stand in a Mermaid flowchart, and no text breaks out of its quotes", () => {
  expect(mermaidOf(workflow)).toBe(`---
title: "A \\"small\\" one"
---
flowchart LR
  n0(["Start"])
  n1{"Big #lt;or#gt; small?<br/>Branch"}
  n2(["end<br/>Stop"])
  n3["lint<br/>Code"]
  n4["test<br/>Code"]
  n0 --> n1
  n1 -->|"big"| n2
  n1 -->|"small"| n2
  n3 -.-> n4
`);
});
