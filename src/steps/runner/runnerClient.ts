import type { RunnerStatus } from "../../protocol/libraryUpdate.ts";
import {
  type AttemptState,
  attemptPath,
  type OutputStream,
  type RunnerHealth,
  type WorkflowPermissions,
} from "../../protocol/runnerApi.ts";
import { defaultModel } from "../../protocol/runnerCalls.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { createHttpCalls } from "./httpCalls.ts";
import { createKeptCalls } from "./keptCalls.ts";
import { createLiveConnection, type Socket } from "./liveConnection.ts";
import { bytesOfBase64, createOutputText } from "./outputText.ts";
import type { Asked, AttemptNews, Runner, RunnerOutput } from "./runner.ts";

export interface RunnerWorld {
  /** Origin of the runner, as `http://127.0.0.1:4717`. */
  readonly base: string;
  readonly fetch: typeof fetch;
  connect(address: string, protocols: readonly string[]): Socket;
  /** Epoch ms. */
  now(): number;
}

/** The companion runner over HTTP and one WebSocket. Unpaired until it gets a token. */
export function createRunner(world: RunnerWorld): Runner {
  const base = world.base.replace(/\/$/, "");
  const listeners: ((status: RunnerStatus) => void)[] = [];
  let token: string | null = null;
  let status: RunnerStatus = { kind: "unpaired" };

  const become = (changed: RunnerStatus) => {
    status = changed;
    for (const listener of listeners) listener(changed);
  };

  const calls = createHttpCalls({ base, token: () => token, fetch: world.fetch });
  const { call } = calls;

  const live = createLiveConnection({
    address: `${base.replace(/^http/, "ws")}/v1/live`,
    now: world.now,
    connect: world.connect,
    connected: (health) => become({ kind: "connected", health }),
    disconnected: async (opened) => {
      if (status.kind !== "unreachable" && status.kind !== "refused") {
        become({ kind: "unreachable", since: world.now() });
      }
      // A WebSocket that was refused does not say why; the same question over HTTP does.
      if (opened) return true;
      const health = await call<RunnerHealth>("GET", "/v1/health");
      if (health.ok || "unreachable" in health) {
        if (status.kind === "refused") become({ kind: "unreachable", since: world.now() });
        return true;
      }
      become({ kind: "refused", message: health.refusal.message });
      return false;
    },
  });

  const attempt = (method: "GET" | "PUT" | "POST", key: string, what = "", body?: unknown) =>
    call<AttemptState>(method, `${attemptPath(key)}${what}`, body);
  // Hashing is loaded with the first workflow that is uploaded: a page that starts needs none of it.
  const digestOf = async (workflow: Workflow) => (await import("../../workflow/digest.ts")).digestOf(workflow);
  const upload = async (workflow: Workflow, workflowId?: string) => {
    const query = workflowId === undefined ? "" : `?${new URLSearchParams({ workflowId })}`;
    const digest = encodeURIComponent(await digestOf(workflow));
    return call<WorkflowPermissions>("PUT", `/v1/workflows/${digest}${query}`, workflow);
  };

  return {
    get status() {
      return status;
    },
    onStatus: (listener) => void listeners.push(listener),
    setToken: (changed) => {
      if (changed === token) return;
      token = changed;
      become({ kind: changed === null ? "unpaired" : "connecting" });
      live.setToken(changed);
    },
    health: () => call("GET", "/v1/health"),
    permissions: upload,
    approve: async (workflow, hash, workflowId) => {
      const digest = await digestOf(workflow);
      const approve = () => call<unknown>("POST", "/v1/approvals", { digest, hash, workflowId });
      let approved = await approve();
      if (!approved.ok && "refusal" in approved && approved.refusal.code === "not-found") {
        const uploaded = await upload(workflow, workflowId);
        if (!uploaded.ok) return uploaded;
        approved = await approve();
      }
      return approved.ok ? { ok: true, value: null } : approved;
    },
    withdraw: async (workflowId) => {
      const withdrawn = await call<unknown>("DELETE", `/v1/approvals?${new URLSearchParams({ workflowId })}`);
      return withdrawn.ok ? { ok: true, value: null } : withdrawn;
    },
    ...createKeptCalls(calls),
    start: (key, request) => attempt("PUT", key, "", request),
    http: (http) => call("POST", "/v1/http", http),
    file: (file) => call("POST", "/v1/files", file),
    chat: (model, chat) => call("POST", `/v1/models/${encodeURIComponent(model ?? defaultModel)}/chat`, chat),
    read: (key) => attempt("GET", key),
    cancel: (key) => attempt("POST", key, "/cancel", {}),
    seal: (key) => attempt("POST", key, "/seal", {}),
    acknowledge: (key) => attempt("POST", key, "/ack", {}),
    watch: (key, listener) =>
      live.watch(key, false, (news) => {
        const told = attemptNews(news);
        if (told) listener(told);
      }),
    watchOutput: (key, listener) => {
      const hear = outputOf(listener);
      return live.watch(key, true, hear);
    },
  };
}

type WatchNews = Parameters<Parameters<ReturnType<typeof createLiveConnection>["watch"]>[2]>[0];

function attemptNews(news: WatchNews): AttemptNews | undefined {
  switch (news.kind) {
    case "state":
      return { kind: "state", state: news.state };
    case "refused":
      return { kind: "refused", refusal: news.refusal };
    case "unreachable":
      return news;
    default:
      return undefined;
  }
}

function outputOf(listener: (output: RunnerOutput) => void): (news: WatchNews) => void {
  const texts: Readonly<Record<OutputStream, ReturnType<typeof createOutputText>>> = {
    stdout: createOutputText(),
    stderr: createOutputText(),
  };
  return (news) => {
    switch (news.kind) {
      case "output": {
        const text = texts[news.stream].add(news.from, bytesOfBase64(news.base64));
        if (text) listener({ kind: "bytes", stream: news.stream, ...text });
        return;
      }
      case "gap":
        listener({ kind: "gap", stream: news.stream, from: news.from, to: news.to });
        return;
      case "end":
        listener({ kind: "end" });
        return;
      case "refused":
        listener({ kind: "unavailable", reason: news.refusal.message });
        return;
      case "state":
        if (news.state.state === "unknown") {
          listener({ kind: "unavailable", reason: "The runner does not know this attempt." });
        }
        return;
      case "unreachable":
        return;
    }
  };
}

/** `undefined` when the call was answered. */
export function unreachableBecause(asked: Asked<unknown>): string | undefined {
  if (asked.ok) return undefined;
  if ("unreachable" in asked) return asked.unreachable;
  // A token that is no longer good says nothing about the attempt: a person pairs again, then it goes on.
  return asked.refusal.code === "unauthorized" ? asked.refusal.message : undefined;
}
