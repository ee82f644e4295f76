import type { IncomingMessage, ServerResponse } from "node:http";
import type { RunnerHealth, RunnerRefusal } from "../protocol/runnerApi.ts";
import { type LocalServer, localServers } from "../workflow/modelServer.ts";
import { openApprovals } from "./approvals.ts";
import { isDiskFull } from "./atomicFile.ts";
import { openAttempts } from "./attempts.ts";
import { callsWorld } from "./calls/carryOut.ts";
import { makeFolder } from "./dataFolder.ts";
import { openFrozenWorkflows } from "./frozenWorkflows.ts";
import { callerOf, isOwnHost, refusalOf } from "./guard.ts";
import { openIdentity } from "./identity.ts";
import { listenOnLoopback } from "./listen.ts";
import { makeLive } from "./live.ts";
import { openModels } from "./models/models.ts";
import { respondText, servePage } from "./pageFiles.ts";
import { prepareStart } from "./prepareStart.ts";
import { bootId } from "./processIdentity.ts";
import { attemptRefusal, callRefusal } from "./refusals.ts";
import { type Reply, refuse, respond } from "./reply.ts";
import { callRoute } from "./router.ts";
import { makeRoutes } from "./routes.ts";
import { lockDataFolder } from "./runnerLock.ts";
import type { RunnerParts } from "./runnerParts.ts";
import { openSecrets } from "./secrets.ts";
import { securityHeaders } from "./securityHeaders.ts";
import { openTokens } from "./tokens.ts";
import { gatePath, openWorkspaces, type Workspace } from "./workspaces.ts";

export interface RunnerOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** `[NAME=]DIR` each. None: a scratch folder. */
  readonly workspaces: readonly string[];
  readonly dataFolder: string;
  /** Where secrets and models are kept. Left out: the data folder. */
  readonly keptFolder?: string;
  /** The built page. */
  readonly pageFolder: string;
  /** Foreign origins that may use the API. */
  readonly allowedOrigins: readonly string[];
  readonly tokenFile?: string;
  /** Consents to everything; for automation. */
  readonly approveAll: boolean;
  /** The built entry of the attempt host. */
  readonly hostScript: string;
  /** Secrets of this process alone, not stored. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Where servers of models are looked for on this machine. Left out: the usual ports. */
  readonly localModels?: readonly LocalServer[];
  readonly version: string;
  /** Receives what a person should know; never tokens, values or output of commands. */
  readonly log: (line: string) => void;
}

export interface Runner {
  readonly port: number;
  readonly workspaces: readonly Workspace[];
  /** Opening it pairs the page. */
  readonly pairingAddress: string;
  /** Lets go of port and data folder. Running commands go on. */
  close(): Promise<void>;
}

/** Starts the companion. Throws a sentence for a person when it cannot. */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const dataFolder = makeFolder(options.dataFolder);
  const unlock = lockDataFolder(dataFolder);
  try {
    return await startLocked(options, dataFolder, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startLocked(options: RunnerOptions, dataFolder: string, unlock: () => void): Promise<Runner> {
  const workspaces = openWorkspaces(options.workspaces, dataFolder);
  const tokens = await openTokens(dataFolder, options.tokenFile);
  const runner = await openIdentity(dataFolder);
  const boot = bootId();
  const places = options.localModels ?? localServers;
  const parts: RunnerParts = {
    dataFolder,
    workspaces,
    tokens,
    workflows: openFrozenWorkflows(dataFolder),
    approvals: openApprovals(dataFolder, workspaces, { approveAll: options.approveAll, now: Date.now }),
    secrets: openSecrets(options.keptFolder ?? dataFolder, options.secrets),
    models: openModels(options.keptFolder ?? dataFolder, places),
    log: options.log,
  };
  const attempts = await openAttempts(
    {
      dataFolder,
      hostScript: options.hostScript,
      boot,
      refusal: (key, request) => attemptRefusal(parts, key, request),
      gatePath: ({ workspace }) => gatePath(workspaces, workspace),
      prepare: (request) =>
        prepareStart(request, {
          workspaces,
          secrets: parts.secrets,
          env: process.env,
          allowedProgram: parts.approvals.allowedProgram,
        }),
      log: options.log,
    },
    callsWorld(parts, (key, call) => callRefusal(parts, key, call)),
  );
  const health = (): RunnerHealth => ({
    version: options.version,
    runner,
    boot,
    workspaces,
    running: attempts.running(),
    gate: attempts.gate(),
  });
  let { port } = options;
  const live = makeLive(attempts, health, (request) => refusal(request, true) !== null);
  tokens.onRevoked(live.dropRefused);
  const routes = makeRoutes(parts, attempts, health, places);

  const refusal = (request: IncomingMessage, websocket: boolean): RunnerRefusal | null =>
    refusalOf(callerOf(request.headers), {
      port,
      allowedOrigins: options.allowedOrigins,
      accepts: tokens.accepts,
      websocket,
    });

  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = corsHeaders(request.headers.origin, options.allowedOrigins);
    if (request.method === "OPTIONS" && cors !== undefined && isOwnHost(request.headers.host, port)) {
      response.writeHead(204, { ...securityHeaders, ...cors }).end();
      return;
    }
    const refused = refusal(request, false);
    if (refused !== null) options.log(`refused ${request.method} ${pathOf(request)}: ${refused.code}`);
    const reply: Reply = refused === null ? await carryOut(request) : { kind: "refusal", refusal: refused };
    // A long body that nobody wants is not read to its end.
    const isUnread = !request.complete && !(Number(request.headers["content-length"]) < 1_024);
    respond(response, reply, { ...cors, ...(isUnread && { connection: "close" }) });
  }

  async function carryOut(request: IncomingMessage): Promise<Reply> {
    try {
      return await callRoute(routes, request);
    } catch (error) {
      if (isDiskFull(error)) {
        return refuse("disk-full", `The disk of the runner is full. Free some space in ${dataFolder} and try again.`);
      }
      options.log(`internal error at ${request.method} ${pathOf(request)}: ${(error as Error).stack}`);
      return refuse("internal", "The runner met an error of its own; its log says more.");
    }
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host } = request.headers;
    if (!isOwnHost(host, port)) return respondText(response, 403, "This address is not the runner's.");
    if (request.method !== "GET" && request.method !== "HEAD")
      return respondText(response, 405, "Only GET is answered.");
    const home = `127.0.0.1:${port}`;
    if (host !== home) {
      const path = request.url?.startsWith("/") ? request.url : "/";
      response.writeHead(308, { ...securityHeaders, location: `http://${home}${path}` }).end();
      return;
    }
    await servePage(options.pageFolder, request, response);
  }

  const listening = await listenOnLoopback(options.port, {
    bound(taken) {
      port = taken;
    },
    request(request, response) {
      const isApi = pathOf(request).startsWith("/v1/");
      (isApi ? answerApi(request, response) : answerPage(request, response)).catch((error: Error) => {
        options.log(`internal error at ${request.method} ${pathOf(request)}: ${error.stack}`);
        response.destroy();
      });
    },
    upgrade(request, socket, head) {
      socket.on("error", () => {});
      const refused = refusal(request, true);
      if (refused === null && pathOf(request) === "/v1/live") {
        live.accept(request, socket, head);
        return;
      }
      options.log(`refused a WebSocket: ${refused?.code ?? "not-found"}`);
      socket.end(
        `HTTP/1.1 ${refused === null ? 404 : refused.code === "unauthorized" ? 401 : 403} Refused\r\nConnection: close\r\n\r\n`,
      );
    },
  }).catch((error: Error) => {
    live.close();
    attempts.close();
    throw error;
  });

  return {
    port: listening.port,
    workspaces,
    pairingAddress: `http://127.0.0.1:${listening.port}/#/pair/${tokens.printed}`,
    async close() {
      live.close();
      attempts.close();
      for (const server of listening.servers) {
        server.close();
        server.closeAllConnections();
      }
      unlock();
    },
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").replace(/[?#].*$/s, "");
}

/** What lets a named foreign origin read answers; `undefined` for every other one. */
function corsHeaders(origin: string | undefined, allowed: readonly string[]): Record<string, string> | undefined {
  if (origin === undefined || !allowed.includes(origin)) return undefined;
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, PUT, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-expose-headers": "x-tickwork-from, x-tickwork-observed, x-tickwork-ended",
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
    "cross-origin-resource-policy": "cross-origin",
    vary: "origin",
  };
}
