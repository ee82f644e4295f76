import { mkdtempSync, rmSync, statSync } from "node:fs";
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

test("models are added, listed without keys and deleted; what is wrong is said and changes nothing", async () => {
  const url = "https://api.example.org/v1";
  expect(await run("model", "add", "fast", "--url", url, "--key-from", "API_KEY", "--model", "gpt-x")).toMatchObject({
    exit: 0,
    out: [],
  });
  expect((await run("model", "add", "other", "--url", `${url}/`)).exit).toBe(0);
  const listed = await run("model", "list", "--json");
  expect(JSON.parse(listed.out[0] ?? "")).toMatchObject({
    models: [
      { name: "fast", url, model: "gpt-x", keyFrom: "API_KEY", isDefault: true },
      { name: "other", url, model: "other", isDefault: false },
    ],
  });
  expect((await run("model", "list")).out.slice(0, 2)).toEqual([
    `fast (default)  gpt-x at ${url}, key from the secret API_KEY`,
    `other  other at ${url}, no key`,
  ]);
  expect(await run("model", "add", "bad", "--url", "https://user:key@example.org")).toMatchObject({
    exit: 1,
    err: [expect.stringContaining("secret")],
  });
  expect((await run("model", "add", "bad")).exit).toBe(64);
  expect((await run("model", "delete", "bad")).exit).toBe(1);
  expect((await run("model", "delete", "other")).exit).toBe(0);
  expect(statSync(join(data, "models.json")).mode & 0o077).toBe(0);
});

test("a model whose key is not kept yet is added, with a hint that the key is missing", async () => {
  const add = () => run("model", "add", "m", "--url", "http://127.0.0.1:1/v1", "--key-from", "API_KEY");
  expect(await add()).toMatchObject({ exit: 0, err: [expect.stringContaining("tickwork secret set API_KEY")] });
  await openSecrets(data).set("API_KEY", "value");
  expect(await add()).toMatchObject({ exit: 0, err: [] });
});
