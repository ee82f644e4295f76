import { accessOf } from "../../workflow/kinds.ts";
import type { Permission } from "../../workflow/permission.ts";
import { anyOfThem, hostOf, permissionsOf } from "../../workflow/permissions.ts";
import { findStep } from "../../workflow/subWorkflows.ts";
import { isTemplated } from "../../workflow/template.ts";
import type { StepId, StepOf, Workflow } from "../../workflow/workflow.ts";
import { sameText, secretsBeyond } from "../consent.ts";
import { secretsMarkedIn } from "../fillSecrets.ts";
import { isNamedPrivate } from "./addresses.ts";
import { type Call, textsOfCall } from "./call.ts";

/** Why a call is not what its step says (T16); `null` when it is. Only what the step templates may vary. */
export function callDeniedBecause(workflow: Workflow, stepId: StepId, call: Call): string | null {
  const step = findStep(workflow, stepId);
  if (step === undefined) return `The workflow has no step "${stepId}".`;
  const kind = call.kind === "chat" ? "agent" : call.kind;
  if (step.kind !== kind) return `The step "${stepId}" is of kind ${step.kind}, not ${kind}.`;
  const differing =
    call.kind === "http"
      ? httpDifferences(step as StepOf<"http">, call)
      : call.kind === "file"
        ? fileDifferences(step as StepOf<"file">, call)
        : chatDifferences(step as StepOf<"agent">, call);
  const names = Object.entries(differing).flatMap(([name, same]) => (same ? [] : [name]));
  if (names.length > 0) return `Not what the step "${stepId}" of the approved workflow says: ${names.join(", ")}.`;
  return secretsBeyond(step, textsOfCall(call), call.request.marks);
}

function httpDifferences({ config }: StepOf<"http">, { request }: Extract<Call, { kind: "http" }>) {
  const url = new URL(request.url);
  const host = hostOf(config.url);
  const stated = new Map(Object.entries(config.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text]));
  const asked = Object.entries(request.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text] as const);
  return {
    method: (config.method ?? "GET").toUpperCase() === request.method.toUpperCase(),
    host: (host === anyOfThem || isHost(url, host)) && secretsMarkedIn([url.host], request.marks).length === 0,
    scheme: !/^https:/i.test(config.url) || url.protocol === "https:",
    address: isTemplated(config.url) || sameAddress(url, config.url),
    // What a request needs to say of its body may be added; everything else is the step's.
    headers: asked.every(([name, text]) =>
      stated.has(name) ? sameText(stated.get(name), text) : /^(accept|content-type)$/.test(name),
    ),
    body: sameText(config.body, request.body),
  };
}

function sameAddress(url: URL, stated: string): boolean {
  const other = URL.canParse(stated) ? new URL(stated) : undefined;
  return other !== undefined && url.origin === other.origin && url.pathname === other.pathname;
}

function fileDifferences(step: StepOf<"file">, { request }: Extract<Call, { kind: "file" }>) {
  const { config } = step;
  const access = accessOf(step);
  return {
    operation: config.operation === request.operation,
    workspace: config.workspace === request.workspace,
    path: sameText(config.path, request.path) && secretsMarkedIn([request.path], request.marks).length === 0,
    content:
      config.content === undefined ||
      // JSON and CSV are written anew from the value that the text holds.
      config.as === "json" ||
      config.as === "csv" ||
      isTemplated(config.content) ||
      request.operation !== "write" ||
      sameContent(config.content, request),
    access: request.operation === "write" ? access === "write" : access !== "none",
  };
}

function chatDifferences({ config }: StepOf<"agent">, { model }: Extract<Call, { kind: "chat" }>) {
  // What the tab asks itself was approved as its host; the runner's models and keys are not meant.
  return { model: config.model === model, via: config.via !== "tab" };
}

/** A static content may be sent as bytes too. */
function sameContent(stated: string, { content, encoding }: { readonly content?: string; readonly encoding?: string }) {
  return content === stated || (encoding === "base64" && Buffer.from(content ?? "", "base64").toString() === stated);
}

/** `host` of a permission, with or without the port that its scheme implies. */
export function isHost(url: URL, host: string): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return host === url.host || host === `${url.hostname}:${port}`;
}

/** Where a request, or a redirection of it, may go: `null`, or why not. */
export interface HostRules {
  refusal(url: URL): string | null;
  /** The person saw that this is an address of their own machine or network. */
  mayBePrivate(url: URL): boolean;
}

/** The hosts that consent to this workflow names. */
export function hostRulesOf(workflow: Workflow): HostRules {
  const hosts = permissionsOf(workflow).flatMap((permission: Permission) =>
    permission.kind === "host" ? [permission.host] : [],
  );
  return {
    refusal: (url) =>
      hosts.includes(anyOfThem) || hosts.some((host) => isHost(url, host))
        ? null
        : `The host ${url.host} is none that the workflow names, so nobody approved it.`,
    mayBePrivate: (url) => isNamedPrivate(url.hostname) && hosts.some((host) => isHost(url, host)),
  };
}
