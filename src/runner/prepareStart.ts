import { setTimeout as sleep } from "node:timers/promises";
import type { AttemptRequest } from "../protocol/runnerApi.ts";
import { commandEnvironment } from "./environment.ts";
import { findProgram, programDigest } from "./findProgram.ts";
import type { HostStart } from "./host/hostMessages.ts";
import type { Secrets } from "./secrets.ts";
import { findPlace, type Workspace } from "./workspaces.ts";

export type Prepared =
  | { readonly ok: true; readonly start: Omit<HostStart, "key" | "files"> }
  /** Why it cannot be spawned, for a person. */
  | { readonly ok: false; readonly message: string };

/** Shortest bound on an absent owner, ms: a reload of its tab must fit. */
const leastOwnerLostMs = 2_000;

/** A digest that takes longer does not hold up a start, ms. */
const digestWithinMs = 50;

/** Looks up all that a spawn needs, just before it: folder, executable, environment, secrets. */
export async function prepareStart(
  request: AttemptRequest,
  world: { readonly workspaces: readonly Workspace[]; readonly secrets: Secrets; readonly env: NodeJS.ProcessEnv },
): Promise<Prepared> {
  const place = await findPlace(world.workspaces, request.workspace, request.cwd);
  if (!place.ok) return { ok: false, message: place.refusal.message };
  const secrets: Record<string, string> = {};
  for (const name of request.secrets ?? []) {
    const value = world.secrets.value(name);
    if (value === undefined) {
      return { ok: false, message: `The runner has no secret ${name}. Set it with: tickwork secret set ${name}` };
    }
    secrets[name] = value;
  }
  const env = commandEnvironment(world.env, request.env ?? {}, secrets);
  const argv = request.argv ?? shellArguments(request.shell);
  const [name = "", ...args] = argv;
  const program = await findProgram(name, place.folder, world.env);
  if (program === undefined) {
    const where = name.includes("/") ? `in ${place.folder}` : "in PATH";
    return { ok: false, message: `The program "${name}" was not found ${where} on the runner's machine.` };
  }
  const digest = await Promise.race([programDigest(program), sleep(digestWithinMs, undefined, { ref: false })]);
  return {
    ok: true,
    start: {
      program,
      ...(digest !== undefined && { programDigest: digest }),
      argv0: name,
      args,
      cwd: place.folder,
      env,
      ...(request.stdin !== undefined && { stdin: request.stdin }),
      timeoutMs: request.timeoutMs,
      maxOutputBytes: request.maxOutputBytes,
      ...(request.ownerLostMs !== undefined && { ownerLostMs: Math.max(request.ownerLostMs, leastOwnerLostMs) }),
      secrets: Object.values(secrets),
    },
  };
}

/** How a shell takes one line of text. */
function shellArguments(shell: AttemptRequest["shell"]): readonly string[] {
  if (shell === undefined) return [];
  const name = shell.program
    .replace(/^.*[\\/]/, "")
    .replace(/\.exe$/i, "")
    .toLowerCase();
  if (name === "cmd") return [shell.program, "/d", "/s", "/c", shell.line];
  if (name === "powershell" || name === "pwsh") return [shell.program, "-NoProfile", "-Command", shell.line];
  return [shell.program, "-c", shell.line];
}
