import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bootId } from "../processIdentity.ts";
import { hostAttempt } from "./hostedAttempt.ts";
import type { ExitedRecord, HostStart } from "./hostMessages.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tickwork-hosted-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = () => join(folder, "attempt");
const exited = (): ExitedRecord => JSON.parse(readFileSync(`${files()}.exited.json`, "utf8")) as ExitedRecord;

function run(line: string): Promise<void> {
  const start: HostStart = {
    key: "run~job~x",
    files: files(),
    program: "/bin/sh",
    argv0: "sh",
    args: ["-c", line],
    cwd: folder,
    env: { PATH: process.env.PATH ?? "" },
    timeoutMs: 20_000,
    maxOutputBytes: 1_000,
    secrets: [],
  };
  return new Promise((resolve) => {
    hostAttempt(start, { id: "host-test", boot: bootId() }, { running() {}, output() {}, exited: resolve });
  });
}

/** Calls `act` in every turn of the event loop until it answers true. */
function everyTurn(act: () => boolean): void {
  setImmediate(() => {
    if (!act()) everyTurn(act);
  });
}

test("[T18] an exit whose file vanishes while it is written is written again: nobody waits for ever", async () => {
  const swept: string[] = [];
  everyTurn(() => {
    if (!existsSync(folder)) return true;
    for (const name of readdirSync(folder).filter((name) => /exited\.json\..*\.tmp$/.test(name))) {
      rmSync(join(folder, name), { force: true });
      swept.push(name);
    }
    return swept.length > 0;
  });
  await run("echo out; exit 3");
  expect(swept).toHaveLength(1);
  expect(exited()).toMatchObject({ exit: { code: 3 }, stdout: { observed: 4 } });
  // What was kept is stored once more with the exit, and is the same.
  expect(readFileSync(`${files()}.stdout`, "utf8")).toBe("out\n");
});

test("a ledger that is gone holds up nothing", async () => {
  // What the host writes meanwhile lets `rm` fail.
  await run('until rm -r "$PWD"; do :; done');
  expect(existsSync(folder)).toBe(false);
});
