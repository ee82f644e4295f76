import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The built runner as a real process, with a data folder and a port that outlive its restarts. */
export interface RunnerProcess {
  /** The printed address: opening it pairs the tab. */
  readonly pairUrl: string;
  readonly url: string;
  readonly workspace: string;
  /** SIGKILL: no clean-up of any kind. */
  kill(): Promise<void>;
  /** SIGKILL for the process that owns the commands: nobody hears how they end. */
  killHost(): Promise<void>;
  /** Takes back all consent, as `tickwork approvals withdraw` does. */
  withdrawApprovals(): Promise<void>;
  /** Starts again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export async function startRunner(workspace: string, args: readonly string[] = []): Promise<RunnerProcess> {
  const port = await freePort();
  const data = await realpath(await mkdtemp(join(tmpdir(), "tickwork-data-")));
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let pairUrl = "";

  async function start(): Promise<void> {
    child = spawn(
      process.execPath,
      ["dist/node/tickwork.js", "serve", "--port", String(port), "--workspace", `repo=${workspace}`, ...args],
      { env: { ...process.env, TICKWORK_DATA: data }, stdio: ["ignore", "pipe", "pipe"] },
    );
    const lines: string[] = [];
    const address = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        if (!stream) continue;
        createInterface({ input: stream }).on("line", (line) => {
          lines.push(line);
          const found = /http:\/\/127\.0\.0\.1:\d+\/#\/pair\/\S+/.exec(line);
          if (found) resolve(found[0]);
        });
      }
      child.once("exit", (code) => reject(new Error(`the runner ended with ${code}:\n${lines.join("\n")}`)));
    });
    pairUrl = await address;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  await start();
  return {
    get pairUrl() {
      return pairUrl;
    },
    url,
    workspace,
    kill: () => end("SIGKILL"),
    async killHost() {
      const { pid } = JSON.parse(await readFile(join(data, "host.json"), "utf8")) as { pid: number };
      process.kill(pid, "SIGKILL");
    },
    async withdrawApprovals() {
      const token = pairUrl.replace(/^.*\/pair\//, "");
      const answer = await fetch(`${url}/v1/approvals`, {
        method: "DELETE",
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    restart: start,
    stop: () => end("SIGTERM"),
    async remove() {
      await end("SIGTERM");
      // An attempt host that is there for some seconds more may still write.
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
