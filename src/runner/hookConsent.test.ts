import { expect, test } from "vitest";
import type { AttemptRequest } from "../protocol/runnerApi.ts";
import type { HttpCall } from "../protocol/runnerCalls.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { hookCallDeniedBecause, hookDeniedBecause } from "./hookConsent.ts";

const workflow: Workflow = {
  format: "tickwork/workflow@1",
  name: "observed",
  steps: { end: { kind: "stop", accepts: ["Start"], config: {} } },
  hooks: {
    tell: { on: ["run failed"], command: { argv: ["notify", "{{ x }}"], workspace: "work" } },
    web: { on: ["run failed"], webhook: { url: "http://127.0.0.1:1/x", via: "runner" } },
    tab: { on: ["run failed"], webhook: { url: "http://127.0.0.1:1/x" } },
  },
};
const request: AttemptRequest = {
  digest: "sha256:0",
  epoch: 1,
  argv: ["notify", "{{ x }}"],
  stdin: "what was observed",
  access: "none",
  workspace: "work",
  timeoutMs: 1_000,
  maxOutputBytes: 1_000,
};
const post: HttpCall = {
  key: "r~hook%3Aweb~t1",
  digest: "sha256:0",
  epoch: 1,
  method: "POST",
  url: "http://127.0.0.1:1/x",
  headers: { "content-type": "application/json" },
  body: "{}",
  timeoutMs: 1_000,
  maxOutputBytes: 1_000,
};

test("[T16] an attempt may be a hook of the workflow, to the letter", () => {
  expect(hookDeniedBecause(workflow, "tell", request)).toBeNull();
  const others: Readonly<Record<string, Partial<AttemptRequest>>> = {
    arguments: { argv: ["notify", "anything"] },
    shell: { shell: { program: "sh", line: "rm -rf ." } },
    cwd: { cwd: ".." },
    environment: { env: { A: "1" } },
    secrets: { secrets: ["TOKEN"] },
    workspace: { workspace: "other" },
    access: { access: "write" },
    ownerLostMs: { ownerLostMs: 1 },
  };
  for (const [what, change] of Object.entries(others)) {
    expect(hookDeniedBecause(workflow, "tell", { ...request, ...change })).toContain(what);
  }
  expect(hookDeniedBecause(workflow, "constructor", request)).toContain("no hook");
  expect(hookDeniedBecause(workflow, "web", request)).toContain("no command");
});

test("[T16] a webhook goes to its address, with nothing but its body", () => {
  expect(hookCallDeniedBecause(workflow, "web", { kind: "http", request: post })).toBeNull();
  const others: Readonly<Record<string, Partial<HttpCall>>> = {
    method: { method: "DELETE" },
    address: { url: "http://127.0.0.1:1/y" },
    headers: { headers: { authorization: "x" } },
    secrets: { marks: "0".repeat(32) },
  };
  for (const [what, change] of Object.entries(others)) {
    expect(hookCallDeniedBecause(workflow, "web", { kind: "http", request: { ...post, ...change } })).toContain(what);
  }
  expect(hookCallDeniedBecause(workflow, "tab", { kind: "http", request: post })).toContain("via");
  expect(hookCallDeniedBecause(workflow, "tell", { kind: "http", request: post })).toContain("no http request");
});
