import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";
import { runnerPort } from "../protocol/runnerApi.ts";
import { defaultDataFolder } from "../runner/dataFolder.ts";
import { type RunnerOptions, startRunner } from "../runner/startRunner.ts";
import { openBrowser } from "./openBrowser.ts";
import { programFolder } from "./programFolder.ts";
import { version } from "./version.ts";

const usage =
  "tickwork serve [--workspace [NAME=]DIR]… [--port n] [--open] [--allow-origin URL]… [--token-file F] [--approve-all]";

type Wanted = Pick<RunnerOptions, "port" | "workspaces" | "allowedOrigins" | "tokenFile" | "approveAll"> & {
  readonly open: boolean;
};

/** `tickwork serve`: the runner with the page, until SIGINT or SIGTERM. Commands go on when it stops. */
export async function serve(args: readonly string[]): Promise<number> {
  const wanted = parse(args);
  if (typeof wanted === "string") {
    process.stderr.write(`${wanted}\nusage: ${usage}\n`);
    return 64;
  }
  const folder = programFolder();
  const dataFolder = defaultDataFolder();
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const runner = await startRunner({
    ...wanted,
    dataFolder,
    pageFolder: join(folder, "..", "page"),
    hostScript: join(folder, "attemptHost.js"),
    version,
    log,
  }).catch((error: Error) => error.message);
  if (typeof runner === "string") {
    log(runner);
    return 1;
  }
  for (const { name, path } of runner.workspaces) log(`workspace ${name}: ${path}`);
  if (wanted.approveAll) {
    log("WARNING: --approve-all: every workflow that a paired page sends may run any command, without asking.");
  }
  log("Open this address to use Tickwork (it pairs the page with this runner; do not share it):");
  process.stdout.write(`${runner.pairingAddress}\n`);
  if (wanted.open) openBrowser(runner.pairingAddress, dataFolder);
  await stopSignal();
  await runner.close();
  return 0;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}

function parse(args: readonly string[]): Wanted | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      options: {
        workspace: { type: "string", multiple: true },
        port: { type: "string" },
        open: { type: "boolean", default: false },
        "allow-origin": { type: "string", multiple: true },
        "token-file": { type: "string" },
        "approve-all": { type: "boolean", default: false },
      },
    });
    const port = Number(values.port ?? runnerPort);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      return `--port: "${values.port}" is not a port (0 to 65535).`;
    const origins = values["allow-origin"] ?? [];
    const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
    if (wrong !== undefined) return `--allow-origin: "${wrong}" is not an origin like https://example.org`;
    const fromEnv = process.env.TICKWORK_WORKSPACE?.split(delimiter).filter((part) => part !== "");
    return {
      port,
      workspaces: values.workspace ?? fromEnv ?? [],
      allowedOrigins: origins,
      ...(values["token-file"] !== undefined && { tokenFile: values["token-file"] }),
      approveAll: values["approve-all"],
      open: values.open,
    };
  } catch (error) {
    return (error as Error).message;
  }
}
