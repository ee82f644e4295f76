import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openApprovals } from "../runner/approvals.ts";
import { openSecrets } from "../runner/secrets.ts";
import { main } from "./main.ts";

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "tickwork-cli-"));
  vi.stubEnv("TICKWORK_DATA", data);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
});

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const exit = await main(args, { out: (line) => out.push(line), err: (line) => err.push(line) });
  return { exit, out, err };
}

test("approvals are listed in words, and withdrawn one by one or all", async () => {
  const store = openApprovals(data, [{ name: "repo", path: "/somewhere/repo" }], { approveAll: false, now: () => 0 });
  await store.approve({ workflowId: "w1", name: "History" }, [{ kind: "program", argv: ["git", "log", null] }]);
  await store.approve({ workflowId: "w2", name: "Changes" }, [{ kind: "workspace", name: "repo", access: "write" }]);
  const [newest] = store.list();
  const listed = await run("approvals");
  expect(listed.out).toEqual([
    `${newest?.hash}  1970-01-01T00:00:00.000Z  Changes`,
    "  write access to the workspace repo, /somewhere/repo",
    expect.stringMatching(/1970.* History$/),
    "  the program git log …",
  ]);
  expect((await run("approvals", "withdraw", "sha256:unknown")).exit).toBe(1);
  expect(store.list().length).toBe(2);
  expect((await run("approvals", "withdraw", newest?.hash ?? "")).exit).toBe(0);
  expect(store.list().length).toBe(1);
  expect((await run("approvals", "withdraw")).exit).toBe(0);
  expect(store.list()).toEqual([]);
});

test("secrets are listed by name and deleted; a value as argument is refused", async () => {
  await openSecrets(data).set("API_KEY", "value");
  expect(await run("secret", "list")).toMatchObject({ exit: 0, out: ["API_KEY"] });
  const refused = await run("secret", "set", "OTHER", "value");
  expect(refused).toMatchObject({
    exit: 64,
    err: [expect.stringContaining("no argument"), expect.stringContaining("usage")],
  });
  expect((await run("secret", "delete", "API_KEY")).exit).toBe(0);
  expect((await run("secret", "delete", "API_KEY")).exit).toBe(1);
  expect(openSecrets(data).names()).toEqual([]);
});
