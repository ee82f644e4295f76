import { expect, test } from "vitest";
import type { RunnerStatus } from "../protocol/libraryUpdate.ts";
import { Database } from "../storage/Database.ts";
import type { Permission } from "../workflow/permission.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";
import { withdrawnSince } from "./consent.ts";
import { createEngineApi } from "./createEngineApi.ts";
import { nothingOutside } from "./nothingOutside.ts";
import type { Outside } from "./outside.ts";

const get = (url: string, via?: "runner"): Step => ({
  kind: "http",
  accepts: ["Start"],
  config: { url, ...(via && { via }) },
});
const workflow = (...steps: Step[]): Workflow => ({
  format: "tickwork/workflow@1",
  name: "requests",
  steps: Object.fromEntries(steps.map((step, i) => [`s${i}`, step])),
});

test("requests of the tab need consent to their hosts, once per workflow, and again only when there are more", async () => {
  const name = `consent-${crypto.randomUUID()}`;
  const api = createEngineApi(nothingOutside, { name });
  const one = workflow(get("https://a.example/x"));
  const refused = { ok: false, refusal: { code: "needs-permission" } };
  expect(await api.startRun({ workflow: one, input: null })).toMatchObject(refused);
  const asked = await api.permissions(one);
  if (!asked.ok) throw new Error(asked.refusal.message);
  expect(asked.value.missing).toEqual([{ kind: "host", host: "a.example" }]);

  expect(await api.approve(one, "sha256:other")).toMatchObject({ ok: false, refusal: { code: "conflict" } });
  expect(await api.startRun({ workflow: one, input: null })).toMatchObject(refused);
  expect(await api.approve(one, asked.value.hash)).toMatchObject({ ok: true });
  expect(await api.startRun({ workflow: one, input: null })).toMatchObject({ ok: true });

  const another = createEngineApi(nothingOutside, { name });
  expect(await another.startRun({ workflow: one, input: null })).toMatchObject({ ok: true });
  const two = workflow(get("https://a.example/y"), get("https://b.example/"));
  const workflowId = "w1";
  const first = await another.permissions(one, workflowId);
  expect(first).toMatchObject({ ok: true, value: { missing: [{ host: "a.example" }] } });
  expect(await another.approve(one, asked.value.hash, workflowId)).toMatchObject({ ok: true });
  const more = await another.permissions(two, workflowId);
  if (!more.ok) throw new Error(more.refusal.message);
  expect(more.value.missing).toEqual([{ kind: "host", host: "b.example" }]);
  expect(await another.startRun({ workflow: two, input: null })).toMatchObject(refused);
});

test("files of the page itself need none, and what the runner sends is asked of the runner", async () => {
  const api = createEngineApi(nothingOutside, { name: `consent-${crypto.randomUUID()}` });
  expect(await api.startRun({ workflow: workflow(get("./data.json")), input: null })).toMatchObject({ ok: true });
  expect(await api.startRun({ workflow: workflow(get("https://a.example/", "runner")), input: null })).toMatchObject({
    ok: false,
    refusal: { code: "runner-unreachable" },
  });
});

test("a workflow that an import replaces starts at zero, here and at a runner that is away meanwhile", async () => {
  const name = `consent-${crypto.randomUUID()}`;
  const withdrawn: string[] = [];
  let isAway = true;
  const outside: Outside = {
    ...nothingOutside,
    runner: {
      ...nothingOutside.runner,
      withdraw: async (workflowId) => {
        if (isAway) return { ok: false, unreachable: "away" };
        withdrawn.push(workflowId);
        return { ok: true, value: null };
      },
      permissions: async () => ({
        ok: true,
        value: { digest: "", hash: "", permissions: [], missing: [], workspaces: {}, programs: {} },
      }),
    },
  };
  const api = createEngineApi(outside, { name });
  const one = workflow(get("https://a.example/"));
  await api.saveWorkflow({ id: "w", basedOn: 0, workflow: one });
  const asked = await api.permissions(one, "w");
  if (!asked.ok) throw new Error(asked.refusal.message);
  await api.approve(one, asked.value.hash, "w");
  expect(await api.permissions(one, "w")).toMatchObject({ value: { missing: [] } });

  const file = new Blob([JSON.stringify({ ...one, name: "a stranger's" })]);
  expect(await api.importWorkflow(file, "gone")).toMatchObject({ ok: false, refusal: { code: "not-found" } });
  const imported = await api.importWorkflow(file, "w");
  expect(imported).toMatchObject({ ok: true, value: { id: "w", revision: 2, workflow: { name: "a stranger's" } } });
  expect(await api.permissions(one, "w")).toMatchObject({ value: { missing: [{ host: "a.example" }] } });

  const byRunner = workflow(get("https://a.example/", "runner"));
  const refused = { ok: false, refusal: { code: "runner-unreachable" } };
  expect(await api.permissions(byRunner, "w")).toMatchObject(refused);
  expect(await api.permissions(byRunner, "other")).toMatchObject({ ok: true });
  isAway = false;
  expect(await api.permissions(byRunner, "w")).toMatchObject({ ok: true });
  expect(await api.permissions(byRunner, "w")).toMatchObject({ ok: true });
  expect(withdrawn).toEqual(["w"]);
});

test("a file that a person chooses or saves in place of the runner needs no consent; what lists folders or names secrets waits for a runner", async () => {
  const api = createEngineApi(nothingOutside, { name: `consent-${crypto.randomUUID()}` });
  const file = (operation: "read" | "write" | "list", path = "a.txt"): Step => ({
    kind: "file",
    accepts: ["Start"],
    config: { operation, path, ...(operation === "write" && { content: "x" }) },
  });
  expect(await api.startRun({ workflow: workflow(file("read"), file("write")), input: null })).toMatchObject({
    ok: true,
  });
  const unreachable = { ok: false, refusal: { code: "runner-unreachable" } };
  for (const step of [file("list"), file("read", "{{ secret.NAME }}.txt")])
    expect(await api.startRun({ workflow: workflow(file("read"), step), input: null })).toMatchObject(unreachable);
  const withRequest = await api.permissions(workflow(file("read"), get("https://a.example/x")));
  expect(withRequest).toMatchObject({ ok: true, value: { permissions: [{ kind: "host", host: "a.example" }] } });
});

test("what this browser was allowed is listed, and withdrawn it is asked for again", async () => {
  const api = createEngineApi(nothingOutside, { name: `consent-${crypto.randomUUID()}` });
  const one = workflow(get("https://a.example/x"));
  const asked = await api.permissions(one, "w1");
  if (!asked.ok) throw new Error(asked.refusal.message);
  expect(await api.tabApprovals()).toEqual({ ok: true, value: [] });
  await api.approve(one, asked.value.hash, "w1");
  await api.approve(one, asked.value.hash, "w2");
  expect(await api.tabApprovals()).toMatchObject({
    value: [
      {
        workflowId: "w2",
        name: "requests",
        permissions: [{ kind: "host", host: "a.example" }],
        at: expect.any(Number),
      },
      { workflowId: "w1" },
    ],
  });
  expect(await api.withdrawTabApproval("w1")).toMatchObject({ ok: true, value: [{ workflowId: "w2" }] });
  const start = (workflowId: string) => api.startRun({ workflowId, workflow: one, input: null });
  expect(await start("w1")).toMatchObject({ ok: false, refusal: { code: "needs-permission" } });
  expect(await start("w2")).toMatchObject({ ok: true });
});

test("a model that the tab asks itself is consented to as its host, without a runner", async () => {
  const api = createEngineApi(nothingOutside, { name: `consent-${crypto.randomUUID()}` });
  const one = workflow({ kind: "agent", accepts: ["Start"], config: { via: "tab", model: "ollama/x", prompt: "?" } });
  const asked = await api.permissions(one);
  expect(asked).toMatchObject({ value: { missing: [{ kind: "host", host: "127.0.0.1:11434" }] } });
});

const command: Step = { kind: "command", accepts: ["Start"], config: { argv: ["true"] } };
const host: Permission = { kind: "host", host: "a.example" };

/** A tab whose runner answers what is missing; `null`: it is away. */
function tabWith(status: RunnerStatus, missing: () => readonly Permission[] | null) {
  const database = new Database({ name: `consent-${crypto.randomUUID()}` });
  const outside: Outside = {
    ...nothingOutside,
    runner: {
      ...nothingOutside.runner,
      status,
      async permissions() {
        const open = missing();
        const value = { digest: "", hash: "", permissions: [], missing: open ?? [], workspaces: {}, programs: {} };
        return open === null ? { ok: false, unreachable: "away" } : { ok: true, value };
      },
    },
  };
  return { database, outside };
}

test("[T16] a request of the tab in a workflow that needs the runner sees that the runner's consent was withdrawn", async () => {
  let missing: readonly Permission[] | null = [];
  const place = tabWith({ kind: "unreachable", since: 0 }, () => missing);
  const run = { workflow: workflow(command, get("https://a.example/x")), workflowId: "w1" };
  expect(await withdrawnSince(place, run, host)).toBeNull();
  missing = [{ kind: "host", host: "b.example" }];
  expect(await withdrawnSince(place, run, host)).toBeNull();
  missing = [host];
  expect(await withdrawnSince(place, run, host)).toBe("What the runner had allowed the workflow was withdrawn.");
  missing = null;
  expect(await withdrawnSince(place, run, host)).toBeNull();
});

test("[T16] a runner that is forgotten while a run goes on is named in the denial", async () => {
  const place = tabWith({ kind: "unpaired" }, () => null);
  const file: Step = { kind: "file", accepts: ["Start"], config: { operation: "read", path: "a.txt" } };
  const run = { workflow: workflow(file, get("https://a.example/x")), workflowId: "w1" };
  expect(await withdrawnSince(place, run, host)).toContain("The runner that allowed this was forgotten");
  const alone = { workflow: workflow(get("https://a.example/x")), workflowId: "w1" };
  expect(await withdrawnSince(place, alone, host)).toContain("this browser was allowed to do");
});
