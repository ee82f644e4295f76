import { describe, expect, test } from "vitest";
import { permissionsBeyond, permissionsOf } from "./permissions.ts";
import { permissionsHash } from "./permissionsHash.ts";
import type { Step } from "./workflow.ts";

const log: Step = { kind: "command", accepts: ["Start"], config: { argv: ["git", "log", "{{ input.range }}"] } };
const tee: Step = {
  kind: "command",
  accepts: ["A"],
  access: "write",
  config: { argv: ["tee", "r.txt"], env: { KEY: "{{ secret.DEPLOY }}" }, secrets: ["TOKEN"] },
};
const line: Step = {
  kind: "command",
  accepts: ["A"],
  config: { shell: { program: "sh", line: "ls | wc" }, workspace: "repo" },
};

describe("permissionsOf", () => {
  test("names programs with their static arguments, workspaces and secrets", () => {
    expect(permissionsOf({ steps: { log, tee, line } })).toEqual([
      { kind: "program", argv: ["git", "log", null] },
      { kind: "program", argv: ["tee", "r.txt"] },
      { kind: "shell", line: "ls | wc", program: "sh" },
      { kind: "workspace", access: "read", name: "repo" },
      { kind: "workspace", access: "write", name: "" },
      { kind: "secret", name: "DEPLOY" },
      { kind: "secret", name: "TOKEN" },
    ]);
  });

  test("names the host of a request, or any when it is templated", () => {
    const http = (url: string): Step => ({ kind: "http", accepts: ["Start"], config: { url } });
    const hosts = (url: string) => permissionsOf({ steps: { a: http(url) } });
    expect(hosts("https://user:pw@API.example.org:8443/x?y")).toEqual([{ kind: "host", host: "api.example.org:8443" }]);
    expect(hosts("https://{{ input.host }}/")).toEqual([{ kind: "host", host: "*" }]);
    expect(hosts("https://{{ input.user }}@example.org/")).toEqual([{ kind: "host", host: "*" }]);
    expect(hosts("https://me:{{ secret.KEY }}@example.org/")).toEqual([
      { kind: "host", host: "example.org" },
      { kind: "secret", name: "KEY" },
    ]);
    expect(hosts("{{ input.url }}")).toEqual([{ kind: "host", host: "*" }]);
    expect(hosts("//example.org/x")).toEqual([{ kind: "host", host: "*" }]);
    expect([hosts("./data.json"), hosts("/data.json")]).toEqual([[], []]);
  });

  test("a secret that is only known later asks for all of them", () => {
    const step: Step = { kind: "command", accepts: ["Start"], config: { argv: ["x", "{{ $lookup(secret, 'A') }}"] } };
    expect(permissionsOf({ steps: { step } })).toContainEqual({ kind: "secret", name: "*" });
  });

  test("sees through an inlined workflow", () => {
    const inner = { format: "tickwork/workflow@1", name: "inner", steps: { log } };
    const outer: Step = {
      kind: "workflow",
      accepts: ["Start"],
      config: { workflow: JSON.parse(JSON.stringify(inner)) },
    };
    expect(permissionsOf({ steps: { outer } })).toEqual(permissionsOf({ steps: { log } }));
  });

  test("hash does not depend on the order", () => {
    const forth = permissionsOf({ steps: { log, tee } });
    expect(permissionsHash([...forth].reverse())).toBe(permissionsHash(permissionsOf({ steps: { tee, log } })));
    expect(permissionsHash(forth)).not.toBe(permissionsHash(permissionsOf({ steps: { log } })));
  });

  test("a stronger access covers a weaker one, and never the other way", () => {
    const read = permissionsOf({ steps: { log } });
    const write = permissionsOf({ steps: { log: { ...log, access: "write" } } });
    expect(permissionsBeyond(write, read)).toEqual([]);
    expect(permissionsBeyond(read, write)).toEqual([{ kind: "workspace", name: "", access: "write" }]);
  });
});
