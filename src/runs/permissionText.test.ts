import { expect, test } from "vitest";
import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import type { Permission } from "../workflow/permission.ts";
import { commandLine, permissionTexts } from "./permissionText.ts";

const asked = (permissions: readonly Permission[], missing = permissions): WorkflowPermissions => ({
  digest: "sha256:0",
  hash: "h",
  permissions,
  missing,
  workspaces: { repo: "/home/ana/repo" },
  programs: { git: "/usr/bin/git", gone: null },
});

test("a command is read with the ends of its arguments, and with what the run fills in", () => {
  expect(commandLine(["git", "log", "--format=%an", "two words", "it's", null])).toBe(
    "git log --format=%an 'two words' 'it'\\''s' ‹value of the run›",
  );
  expect(commandLine(["echo", ""])).toBe("echo ''");
});

test("a person sees what would hide or turn around the rest of a command", () => {
  expect(commandLine(["echo", "a\u202eb\u001b[31m"])).toBe("echo 'a\\u{202e}b\\u{1b}[31m'");
  const [shell] = permissionTexts(asked([{ kind: "shell", program: "sh", line: "ls\u200b\n\trm" }]));
  expect(shell?.subject).toBe("ls\\u{200b}\n\trm");
});

test("every permission says what it means on this machine", () => {
  const [git, gone, workspace, unknown] = permissionTexts(
    asked([
      { kind: "program", argv: ["git", "log"] },
      { kind: "program", argv: ["gone"] },
      { kind: "workspace", name: "repo", access: "write" },
      { kind: "workspace", name: "constructor", access: "read" },
    ]),
  );
  expect(git).toMatchObject({ action: "Run", subject: "git log", trouble: false });
  expect(git?.detail).toContain("/usr/bin/git");
  expect(gone).toMatchObject({ trouble: true });
  expect(workspace?.detail).toContain("/home/ana/repo");
  expect(workspace?.detail).toContain("change");
  expect(unknown).toMatchObject({ trouble: true });
  expect(unknown?.detail).toContain("--workspace constructor=FOLDER");
});

test("only what nobody approved yet is new", () => {
  const old: Permission = { kind: "host", host: "example.org" };
  const fresh: Permission = { kind: "secret", name: "TOKEN" };
  expect(permissionTexts(asked([old, fresh], [fresh])).map((text) => text.isNew)).toEqual([false, true]);
});
