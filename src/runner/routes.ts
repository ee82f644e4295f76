import {
  type OutputStream,
  outputHeaders,
  type RunnerHealth,
  type WorkflowPermissions,
} from "../protocol/runnerApi.ts";
import { isJsonObject } from "../workflow/json.ts";
import type { LocalServer } from "../workflow/modelServer.ts";
import { permissionsOf } from "../workflow/permissions.ts";
import { permissionsHash } from "../workflow/permissionsHash.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { programsNow } from "./allowedPrograms.ts";
import { pathsOf } from "./approvals.ts";
import type { Attempts } from "./attempts.ts";
import { callRoutes } from "./calls/callRoutes.ts";
import { findProgram, programDigest } from "./findProgram.ts";
import { keptRoutes } from "./keptRoutes.ts";
import { answeredAttempt, json, type Reply, refuse } from "./reply.ts";
import { decodedSegment, type Route } from "./router.ts";
import type { RunnerParts } from "./runnerParts.ts";

const mostWorkflowBytes = 32 * 1024 * 1024;
const mostAttemptBytes = 16 * 1024 * 1024;
const mostSmallBytes = 64 * 1024;

/** Everything under `/v1/` but the WebSocket. */
export function makeRoutes(
  parts: RunnerParts,
  attempts: Attempts,
  health: () => RunnerHealth,
  places: readonly LocalServer[],
): readonly Route[] {
  const { approvals, workflows } = parts;
  const keyOf = (params: Readonly<Record<string, string>>): string => params.key ?? "";
  return [
    { method: "GET", path: "/v1/health", handle: () => json(health()) },

    {
      method: "PUT",
      path: "/v1/workflows/:digest",
      maxBody: mostWorkflowBytes,
      async handle({ params, query, body }) {
        const digest = decodedSegment(params.digest);
        const workflow = await workflows.put(digest, body);
        if (typeof workflow === "string") return refuse("bad-request", workflow);
        return json(
          await describePermissions(parts, { digest, workflowId: query.get("workflowId") ?? digest }, workflow),
        );
      },
    },
    { method: "GET", path: "/v1/approvals", handle: () => json(approvals.list()) },
    {
      method: "POST",
      path: "/v1/approvals",
      maxBody: mostSmallBytes,
      async handle({ body }) {
        const { digest, hash, workflowId = digest } = isJsonObject(body) ? body : {};
        if (typeof digest !== "string" || typeof hash !== "string" || typeof workflowId !== "string") {
          return refuse("bad-request", "An approval needs the digest of the workflow and the hash of its permissions.");
        }
        const workflow = workflows.get(digest);
        if (workflow === undefined) return unknownWorkflow(digest);
        const permissions = permissionsOf(workflow);
        if (permissionsHash(permissions) !== hash) {
          return refuse("conflict", "These are not the permissions of this workflow. Read them again and decide anew.");
        }
        const programs = await programsNow(workflow, parts.workspaces);
        await approvals.approve({ workflowId, name: workflow.name }, permissions, programs);
        parts.log(`approved ${permissions.length} permissions (${hash}) of the workflow ${workflowId}`);
        return json(await describePermissions(parts, { digest, workflowId }, workflow));
      },
    },
    {
      method: "DELETE",
      path: "/v1/approvals",
      async handle({ query }) {
        const workflowId = query.get("workflowId");
        return json({ withdrawn: await approvals.withdraw(workflowId === null ? {} : { workflowId }) });
      },
    },
    {
      method: "DELETE",
      path: "/v1/approvals/:hash",
      async handle({ params, query }) {
        const workflowId = query.get("workflowId");
        const withdrawn = await approvals.withdraw({
          hash: decodedSegment(params.hash),
          ...(workflowId !== null && { workflowId }),
        });
        return withdrawn > 0 ? json({ withdrawn }) : refuse("not-found", "There is no such approval.");
      },
    },

    {
      method: "PUT",
      path: "/v1/attempts/:key",
      maxBody: mostAttemptBytes,
      handle: async ({ params, body }) => answeredAttempt(await attempts.put(keyOf(params), body)),
    },
    { method: "GET", path: "/v1/attempts/:key", handle: ({ params }) => json(attempts.get(keyOf(params))) },
    {
      method: "GET",
      path: "/v1/attempts/:key/output",
      async handle({ params, query }) {
        const stream = query.get("stream") ?? "stdout";
        const from = Number(query.get("from") ?? 0);
        if ((stream !== "stdout" && stream !== "stderr") || !Number.isSafeInteger(from) || from < 0) {
          return refuse("bad-request", "Output is read with ?stream=stdout or stderr and &from= a number of bytes.");
        }
        return outputOf(attempts, keyOf(params), stream, from);
      },
    },
    {
      method: "POST",
      path: "/v1/attempts/:key/cancel",
      handle: async ({ params }) => json(await attempts.cancel(keyOf(params))),
    },
    {
      method: "POST",
      path: "/v1/attempts/:key/seal",
      handle: async ({ params }) => json(await attempts.seal(keyOf(params))),
    },
    { method: "POST", path: "/v1/attempts/:key/ack", handle: ({ params }) => json(attempts.ack(keyOf(params))) },

    ...callRoutes(attempts),
    ...keptRoutes(parts, places),
  ];
}

async function describePermissions(
  { approvals, workspaces }: RunnerParts,
  { digest, workflowId }: { readonly digest: string; readonly workflowId: string },
  workflow: Workflow,
): Promise<WorkflowPermissions> {
  const permissions = permissionsOf(workflow);
  const names = permissions.flatMap((permission) => {
    if (permission.kind === "shell") return [permission.program];
    return permission.kind === "program" && typeof permission.argv[0] === "string" ? [permission.argv[0]] : [];
  });
  const programs: Record<string, string | null> = {};
  for (const name of new Set(names)) {
    const path = await findProgram(name, workspaces[0]?.path ?? ".", process.env);
    programs[name] = path ?? null;
    // Known before the first start, which then needs not wait for it.
    if (path !== undefined) void programDigest(path);
  }
  return {
    digest,
    hash: permissionsHash(permissions),
    permissions,
    missing: approvals.missing(workflowId, permissions),
    workspaces: pathsOf(permissions, workspaces),
    programs,
  };
}

async function outputOf(attempts: Attempts, key: string, stream: OutputStream, from: number): Promise<Reply> {
  if (attempts.get(key).state === "unknown") return refuse("not-found", `The runner knows no attempt ${key}.`);
  const read = await attempts.output(key, stream, from);
  return {
    kind: "bytes",
    bytes: read.bytes,
    headers: {
      [outputHeaders.from]: read.from,
      [outputHeaders.observed]: read.observed,
      [outputHeaders.ended]: read.ended ? "1" : "0",
    },
  };
}

function unknownWorkflow(digest: string): Reply {
  return refuse("not-found", `The runner does not have the workflow ${digest}. Upload it first.`);
}
