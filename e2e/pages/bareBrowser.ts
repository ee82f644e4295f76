import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import WebSocket from "ws";
import { browserArguments, findBrowser } from "../../scripts/browser.mjs";

/** A tab as the browser has it: hidden when another is in front, which Playwright's pages never are. */
export interface BareTab {
  /** The value of an expression, awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Stops everything of a hidden tab, workers too, or lets it go on. */
  setLifecycle(state: "frozen" | "active"): Promise<void>;
}

export interface BareBrowser {
  /** Opens a tab, which is in front from then on. */
  open(url: string): Promise<BareTab>;
  close(): Promise<void>;
}

export async function openBareBrowser(): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "tickwork-bare-"));
  const child = spawn(
    findBrowser() ?? chromium.executablePath(),
    [...browserArguments, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const host = await hostOf(child);
  return {
    async open(url) {
      const made = await fetch(`http://${host}/json/new?${encodeURIComponent(url)}`, { method: "PUT" });
      const target = (await made.json()) as { readonly id: string; readonly webSocketDebuggerUrl: string };
      await fetch(`http://${host}/json/activate/${target.id}`);
      return connect(target.webSocketDebuggerUrl);
    },
    async close() {
      const gone = once(child, "exit");
      child.kill();
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function hostOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stderr)
      createInterface({ input: child.stderr }).on("line", (line) => {
        const found = /DevTools listening on ws:\/\/([^/]+)\//.exec(line);
        if (found?.[1]) resolve(found[1]);
      });
    child.once("exit", (code) => reject(new Error(`The browser ended with ${code}.`)));
  });
}

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
  };
}

async function connect(address: string): Promise<BareTab> {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on("message", (data) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  let calls = 0;
  async function send(method: string, params: object): Promise<NonNullable<Reply["result"]>> {
    const id = ++calls;
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (reply.error) throw new Error(reply.error.message);
    return reply.result ?? {};
  }
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result?.value as T;
  }
  await send("Page.enable", {});
  // As long as its first document is not there, nothing can be asked of it.
  while ((await evaluate("document.readyState").catch(() => "")) !== "complete")
    await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    evaluate,
    setLifecycle: async (state) => void (await send("Page.setWebLifecycleState", { state })),
  };
}
