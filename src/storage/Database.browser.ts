import { deleteDB, openDB, unwrap } from "idb";
import { afterEach, expect, test } from "vitest";
import { Database } from "./Database.ts";
import { StorageError } from "./failure.ts";
import { type Upgrade, upgrades } from "./upgrades.ts";
import { loadDraftRow, loadSetting, saveDraftRow, saveSetting } from "./values.ts";
import { deleteWorkflowRow, historyOf, listWorkflows, loadWorkflowRow, saveWorkflowRow } from "./workflows.ts";

let opened: Database[] = [];
const workflow = { format: "tickwork/workflow@1", name: "w", steps: {} } as const;

afterEach(async () => {
  for (const database of opened) await database.close();
  opened = [];
});

function open(options: ConstructorParameters<typeof Database>[0] = {}): Database {
  const database = new Database({ name: `database-${crypto.randomUUID()}`, ...options });
  opened.push(database);
  return database;
}

/** The connection behind a database, to break it as the browser would. */
function connectionOf(database: Database): Promise<IDBDatabase> {
  return database.read(["drafts"], async (transaction) => unwrap(transaction.db));
}

test("a database of version 1 keeps its rows through the upgrades that follow", async () => {
  const name = `upgrade-${crypto.randomUUID()}`;
  // As the first release made it, with raw calls, so that a changed upgrade 1 is noticed.
  const old = await openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore("workflows", { keyPath: "id" });
      database.createObjectStore("history", { keyPath: ["id", "revision"] });
      const runs = database.createObjectStore("runs", { keyPath: "id" });
      runs.createIndex("unfinished", "unfinished");
      runs.createIndex("workflow", "summary.workflowId");
      database.createObjectStore("definitions", { keyPath: "runId" });
      database.createObjectStore("segments");
      database.createObjectStore("snapshots");
      database.createObjectStore("requests", { keyPath: "id", autoIncrement: true }).createIndex("run", "runId");
      database.createObjectStore("artifacts", { keyPath: ["runId", "index"] });
      database.createObjectStore("headers");
      database.createObjectStore("outputs", { keyPath: ["runId", "execution", "stream", "from"] });
      database.createObjectStore("drafts");
      database.createObjectStore("settings");
    },
  });
  await old.put("workflows", { id: "a", revision: 3, editedAt: 5, workflow });
  await old.put("drafts", { text: "half" }, "d");
  old.close();
  const rename: Upgrade = async (_, transaction) => {
    const draft = await transaction.objectStore("drafts").get("d");
    await transaction.objectStore("drafts").put([draft ?? null], "d");
  };
  const database = open({ name, upgrades: [...upgrades, rename] });
  expect(await loadWorkflowRow(database, "a")).toEqual({ id: "a", revision: 3, editedAt: 5, workflow });
  expect(await loadDraftRow(database, "d")).toEqual([{ text: "half" }]);
});

test("upgrade 1 makes the stores that the first release had", async () => {
  const database = open({ upgrades: upgrades.slice(0, 1) });
  const connection = await connectionOf(database);
  expect(connection.version).toBe(1);
  const transaction = connection.transaction([...connection.objectStoreNames]);
  const shape = [...connection.objectStoreNames].map((name) => {
    const store = transaction.objectStore(name);
    return [name, store.keyPath, store.autoIncrement, [...store.indexNames]];
  });
  expect(shape).toEqual([
    ["artifacts", ["runId", "index"], false, []],
    ["definitions", "runId", false, []],
    ["drafts", null, false, []],
    ["headers", null, false, []],
    ["history", ["id", "revision"], false, []],
    ["outputs", ["runId", "execution", "stream", "from"], false, []],
    ["requests", "id", true, ["run"]],
    ["runs", "id", false, ["unfinished", "workflow"]],
    ["segments", null, false, []],
    ["settings", null, false, []],
    ["snapshots", null, false, []],
    ["workflows", "id", false, []],
  ]);
});

test("a connection that was closed under it is opened again by itself", async () => {
  const database = open();
  await saveDraftRow(database, "a", 1);
  (await connectionOf(database)).close();
  await saveDraftRow(database, "b", 2);
  expect([await loadDraftRow(database, "a"), await loadDraftRow(database, "b")]).toEqual([1, 2]);
});

test("a write that is aborted in the middle fails, leaves nothing, and the next one holds", async () => {
  const database = open();
  const write = (abort: boolean) =>
    database.write(["drafts"], "strict", async (transaction) => {
      await transaction.objectStore("drafts").put(1, "a");
      await transaction.objectStore("drafts").put(2, "b");
      if (abort) transaction.abort();
    });
  await expect(write(true)).rejects.toMatchObject({ failure: { kind: "closed" } });
  expect(await loadDraftRow(database, "a")).toBe(null);
  await write(false);
  expect(await loadDraftRow(database, "b")).toBe(2);
});

test("the whole write is refused when its body throws", async () => {
  const database = open();
  const failing = database.write(["drafts"], "relaxed", async (transaction) => {
    await transaction.objectStore("drafts").put(1, "a");
    throw new StorageError({ kind: "fenced", message: "no" });
  });
  await expect(failing).rejects.toMatchObject({ failure: { kind: "fenced", message: "no" } });
  expect(await loadDraftRow(database, "a")).toBe(null);
});

test("a newer version in another tab is let through, and this tab says that it must be reloaded", async () => {
  const name = `newer-${crypto.randomUUID()}`;
  const troubles: (string | null)[] = [];
  const database = open({ name, onTrouble: (message) => troubles.push(message) });
  await saveDraftRow(database, "a", 1);
  const newer = open({ name, upgrades: [...upgrades, () => {}] });
  expect(await loadDraftRow(newer, "a")).toBe(1);
  await expect(loadDraftRow(database, "a")).rejects.toMatchObject({ failure: { kind: "closed" } });
  expect(troubles).toEqual([null, expect.stringContaining("Reload this tab")]);
});

test("a tab that keeps an older version open is named until it goes", async () => {
  const name = `blocked-${crypto.randomUUID()}`;
  const old = await openDB(name, 1);
  const troubles: (string | null)[] = [];
  const blocked = new Promise<void>((resolve) => {
    const database = open({
      name,
      upgrades: [() => {}, ...upgrades],
      onTrouble: (message) => {
        troubles.push(message);
        if (message) resolve();
      },
    });
    void database.read(["drafts"], async () => troubles.push("read")).then(() => {});
  });
  await blocked;
  expect(troubles).toEqual([expect.stringContaining("Close or reload that tab")]);
  old.close();
  await expect.poll(() => troubles.slice(1)).toEqual([null, "read"]);
});

test("a deleted database is made anew", async () => {
  const name = `deleted-${crypto.randomUUID()}`;
  const database = open({ name });
  await saveSetting(database, "token", "t");
  await deleteDB(name);
  expect(await loadSetting(database, "token")).toBe(null);
  await saveSetting(database, "token", "u");
  expect(await loadSetting(database, "token")).toBe("u");
});

test("a workflow is saved only on the revision it was based on, and earlier ones are kept", async () => {
  const database = open();
  const save = (basedOn: number, name: string, at: number) =>
    saveWorkflowRow(database, { id: "a", basedOn, workflow: { ...workflow, name }, at });
  expect(await save(0, "one", 0)).toMatchObject({ kind: "saved", row: { revision: 1 } });
  expect(await save(0, "late", 1)).toMatchObject({ kind: "conflict", row: { revision: 1 } });
  expect(await save(1, "two", 100_000)).toMatchObject({ kind: "saved", row: { revision: 2 } });
  expect(await save(2, "three", 101_000)).toMatchObject({ kind: "saved" });
  expect(await save(3, "four", 102_000)).toMatchObject({ kind: "saved" });
  // It stood for long, although the version before it is hardly older.
  expect(await save(4, "five", 200_000)).toMatchObject({ kind: "saved" });
  expect((await historyOf(database, "a")).map((row) => row.workflow.name)).toEqual(["one", "two", "four"]);
  expect((await listWorkflows(database)).map((row) => row.workflow.name)).toEqual(["five"]);
  expect(await deleteWorkflowRow(database, "a")).toBe(true);
  expect([await historyOf(database, "a"), await listWorkflows(database)]).toEqual([[], []]);
  expect(await save(5, "six", 300_000)).toEqual({ kind: "conflict" });
});
