import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeTestFolders, type TestFolders } from "./fixtures/testRunner.ts";
import { findPlace, openWorkspaces, type Workspace } from "./workspaces.ts";

let folders: TestFolders;
let workspaces: readonly Workspace[];

beforeEach(() => {
  folders = makeTestFolders();
  mkdirSync(join(folders.workspace, "inner", "..deep"), { recursive: true });
  mkdirSync(`${folders.workspace}-sibling`);
  symlinkSync(folders.root, join(folders.workspace, "out"));
  symlinkSync(join(folders.workspace, "inner"), join(folders.workspace, "in"));
  workspaces = openWorkspaces([`repo=${folders.workspace}`], folders.data);
});

afterEach(() => folders.remove());

test.each([
  [undefined, ""],
  [".", ""],
  ["inner", "inner"],
  ["in", "inner"],
  ["inner/../inner", "inner"],
  ["inner/..deep", join("inner", "..deep")],
])("cwd %s is inside", async (cwd, expected) => {
  expect(await findPlace(workspaces, "repo", cwd)).toMatchObject({
    ok: true,
    folder: join(folders.workspace, expected),
  });
});

test.each(["..", "../work-sibling", "inner/../../data", "/", "/tmp", "out", "out/page", "in/../..", "a\0b"])(
  "cwd %j leads out and is denied",
  async (cwd) => {
    expect(await findPlace(workspaces, "repo", cwd)).toMatchObject({ ok: false, refusal: { code: "denied" } });
  },
);

test("a folder that does not exist, an unknown name and a deleted workspace are named", async () => {
  expect(await findPlace(workspaces, "repo", "none")).toMatchObject({ ok: false, refusal: { code: "bad-request" } });
  expect(await findPlace(workspaces, "other", undefined)).toMatchObject({
    ok: false,
    refusal: { code: "unknown-workspace", message: expect.stringContaining('no workspace "other". It has: repo') },
  });
  rmSync(folders.workspace, { recursive: true });
  expect(await findPlace(workspaces, "repo", undefined)).toMatchObject({
    ok: false,
    refusal: { code: "unknown-workspace", message: expect.stringContaining("is gone") },
  });
});

test("without --workspace there is a scratch folder in the data folder", () => {
  mkdirSync(folders.data);
  expect(openWorkspaces([], folders.data)).toEqual([{ name: "scratch", path: join(folders.data, "scratch") }]);
});
