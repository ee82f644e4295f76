import { expect, test } from "vitest";
import { otherFile } from "./otherFile.ts";
import { readWorkflowText } from "./readWorkflowText.ts";

const n8n = { name: "Mail", nodes: [{ type: "n8n-nodes-base.webhook", typeVersion: 1 }], connections: {} };
const json = (value: unknown) => JSON.stringify(value, null, 2);

test.each<[what: string, text: string]>([
  ["an n8n workflow", json(n8n)],
  ["an n8n workflow", json({ nodes: [{ type: "@n8n/n8n-nodes-langchain.agent" }], connections: {} })],
  ["a list of n8n workflows", json([n8n])],
  [
    "a Node-RED flow",
    json([
      { id: "a", type: "tab", label: "Flow 1" },
      { id: "b", type: "inject", z: "a", wires: [["c"]] },
    ]),
  ],
  ["a flow of LangFlow", json({ name: "x", data: { nodes: [], edges: [], viewport: {} } })],
  ["a graph of nodes and edges (Flowise, React Flow or the like)", json({ nodes: [], edges: [] })],
  ["a ComfyUI workflow", json({ last_node_id: 3, nodes: [], links: [] })],
  ["a scenario of Make", json({ name: "x", flow: [], metadata: {} })],
  ["a state machine of AWS Step Functions", json({ StartAt: "A", States: {} })],
  ["a flow of Power Automate or Logic Apps", json({ definition: { triggers: {}, actions: {} } })],
  ["a package.json of npm", json({ name: "x", scripts: {} })],
  ["a JSON Schema", json({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" })],
  ["a scenario of Tickwork", json({ format: "tickwork/scenario@1", steps: [] })],
  ["the first line of a run log", json({ format: "tickwork/runlog@1", runId: "r" })],
  ["the first line of a run log", `${JSON.stringify({ format: "tickwork/runlog@1" })}\n{"kind":"run-started"}`],
  ["lines of JSON each", '{"a":1}\n{"a":2}\n'],
  ["JSON of another kind, with `a`, `b`", json({ a: 1, b: 2 })],
  ["JSON of another kind, an empty object", "{}"],
  ["JSON of another kind, a list", "[1, 2]"],
  ["a single value in JSON", "42"],
  ["a GitHub Actions workflow", "name: CI\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n"],
  ["a GitLab CI file", "stages: [test]\nunit:\n  script:\n    - npm test\n"],
  ["a file of Docker Compose", "services:\n  web:\n    image: nginx\n"],
  ["a workflow of Argo", "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\n"],
  ["a manifest of Kubernetes", "apiVersion: v1\nkind: Pod\n"],
  ["an app of Dify", "app:\n  name: x\nkind: app\nworkflow:\n  graph: {}\n"],
  ["a project of Rivet", "version: 4\ndata:\n  attachedData: {}\n  graphs:\n    abc: {}\n"],
  ["YAML", "# mine\nanswer: 42\nlist:\n  - 1\n"],
  ["a web page", "<!DOCTYPE html>\n<html></html>"],
  ["a BPMN diagram", '<?xml version="1.0"?>\n<bpmn:definitions xmlns:bpmn="x"/>'],
  ["XML", '<?xml version="1.0"?>\n<note/>'],
  ["a Python script", "import os\n\ndef main():\n    pass\n"],
  ["JavaScript or TypeScript", 'import fs from "node:fs";\nexport default 1;\n'],
  ["a shell script", "#!/bin/sh\necho hello\n"],
  ["a PDF", "%PDF-1.7\n"],
  ["a ZIP archive", "PK\u0003\u0004\u0000"],
  ["a picture, an archive or another file of bytes", "\u0089PNG\r\n\u001a\n\u0000\u0000"],
  ["a table (CSV)", "name,amount\nAnn,3\n"],
  ["a text that is not JSON", "Dear Sir or Madam,\n\nhello.\n"],
])("%s is called by its name, and what to do is said", (what, text) => {
  expect(otherFile(text)?.what).toBe(what);
  const read = readWorkflowText(text);
  const messages = read.ok ? [] : read.problems.map(({ message }) => message);
  expect(messages).toEqual([expect.stringMatching(/^This looks like .*\. .*\*\.workflow\.json/)]);
  expect(messages[0]).toContain(what);
});

test.each([
  ["a workflow without its format", json({ name: "x", steps: {} })],
  ["one of a newer format", json({ format: "tickwork/workflow@99", name: "x" })],
  ["broken JSON", '{ "format": "tickwork/workflow@1", '],
  ["JSON below a comment", '// mine\n{ "format": "tickwork/workflow@1", "name": "x", "steps": {} }'],
])("%s is ours: its own mistake is said", (_, text) => {
  expect(otherFile(text)).toBeUndefined();
  expect(readWorkflowText(text)).toMatchObject({ ok: false });
});

test("long names of fields are cut", () => {
  expect(otherFile(json({ ["x".repeat(500)]: 1, b: 1, c: 1, d: 1, e: 1 }))?.what).toBe(
    `JSON of another kind, with \`${"x".repeat(23)}…\`, \`b\`, \`c\`, \`d\` and more`,
  );
});
