import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { defaultDataFolder } from "../../runner/dataFolder.ts";
import { startRunner } from "../../runner/startRunner.ts";
import { createOutside, type StepsOutside } from "../../steps/createOutside.ts";
import type { Socket } from "../../steps/runner/liveConnection.ts";
import { WrongUsage } from "../command.ts";
import { openSandbox } from "../openSandbox.ts";
import { programFolder } from "../programFolder.ts";
import { version } from "../version.ts";

export interface Outside extends StepsOutside {
  close(): Promise<void>;
}

export interface RunnerWanted {
  /** `[NAME=]DIR` each. None: the folder in which the command was called. */
  readonly workspaces: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  /** Where its ledger stays, so that a later `resume` finds what it ran; left out: nowhere. */
  readonly dataFolder?: string;
  log(line: string): void;
}

/** Sandbox and, when the workflow needs the machine, a runner in this very process. */
export async function openOutside(wanted: RunnerWanted | undefined): Promise<Outside> {
  const runner = wanted && (await openRunner(wanted));
  const outside = createOutside({
    sandbox: openSandbox(),
    base: runner?.base ?? "http://127.0.0.1:0",
    fetch: (...request) => fetch(...request),
    connect: (address, protocols) => new WebSocket(address, [...protocols]) as unknown as Socket,
    now: Date.now,
  });
  if (runner) outside.runner.setToken(runner.token);
  return {
    ...outside,
    async close() {
      outside.runner.setToken(null);
      await runner?.close();
    },
  };
}

async function openRunner(wanted: RunnerWanted) {
  const passing = wanted.dataFolder === undefined ? mkdtempSync(join(tmpdir(), "tickwork-run-")) : undefined;
  const folder = programFolder();
  const runner = await startRunner({
    port: 0,
    workspaces: wanted.workspaces.length > 0 ? wanted.workspaces : ["."],
    dataFolder: wanted.dataFolder ?? passing ?? "",
    // What `tickwork secret` and `tickwork model` set is there for runs of the command line too.
    keptFolder: defaultDataFolder(),
    pageFolder: join(folder, "..", "page"),
    hostScript: join(folder, "attemptHost.js"),
    allowedOrigins: [],
    approveAll: false,
    secrets: wanted.secrets,
    version,
    log: wanted.log,
  }).catch((error: Error) => {
    // A workspace that is not there, a folder that cannot be written: the sentence is for a person.
    if (passing !== undefined) rmSync(passing, { recursive: true, force: true, maxRetries: 10 });
    throw new WrongUsage(error.message);
  });
  return {
    base: `http://127.0.0.1:${runner.port}`,
    token: runner.pairingAddress.slice(runner.pairingAddress.lastIndexOf("/") + 1),
    async close() {
      await runner.close();
      if (passing !== undefined) rmSync(passing, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
