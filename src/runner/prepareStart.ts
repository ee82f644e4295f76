import { setTimeout as sleep } from "node:timers/promises";
import type { AttemptRequest, ProgramFile } from "../protocol/runnerApi.ts";
import { isOtherProgram, programKey } from "./allowedPrograms.ts";
import { commandEnvironment } from "./environment.ts";
import { fillMarks, findSecrets, secretsMarkedIn } from "./fillSecrets.ts";
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
/** One that may show that the program is another one is waited for longer, ms. */
const comparedWithinMs = 2_000;

/** Looks up all that a spawn needs, just before it: folder, executable, environment, secrets. */
export async function prepareStart(
  request: AttemptRequest,
  world: {
    readonly workspaces: readonly Workspace[];
    readonly secrets: Secrets;
    readonly env: NodeJS.ProcessEnv;
    /** The executable that a `programKey` meant when the workflow was allowed to use it. */
    readonly allowedProgram: (workflowId: string, key: string) => ProgramFile | undefined;
  },
): Promise<Prepared> {
  const place = await findPlace(world.workspaces, request.workspace, request.cwd);
  if (!place.ok) return { ok: false, message: place.refusal.message };
  const { marks } = request;
  const named = request.secrets ?? [];
  const marked = secretsMarkedIn(textsWithSecrets(request), marks);
  const found = findSecrets([...new Set([...named, ...marked])], world.secrets);
  if (!found.ok) return found;
  const secretValue = (name: string): string => found.values.get(name) ?? "";
  const fill = (text: string): string => fillMarks(text, marks, secretValue);
  const stated = Object.entries(request.env ?? {}).map(([name, text]) => [name, fill(text)] as const);
  const env = commandEnvironment(
    world.env,
    Object.fromEntries(stated),
    Object.fromEntries(named.map((name) => [name, secretValue(name)])),
  );
  const argv = request.argv ?? shellArguments(request.shell);
  const [name = "", ...args] = argv;
  const program = await findProgram(name, place.folder, world.env);
  if (program === undefined) {
    const where = name.includes("/") ? `in ${place.folder}` : "in PATH";
    return { ok: false, message: `The program "${name}" was not found ${where} on the runner's machine.` };
  }
  const allowed = world.allowedProgram(request.workflowId ?? request.digest, programKey(name, place.folder));
  const withinMs = allowed?.digest === undefined ? digestWithinMs : comparedWithinMs;
  const digest = await Promise.race([programDigest(program), sleep(withinMs, undefined, { ref: false })]);
  const now: ProgramFile = { path: program, ...(digest !== undefined && { digest }) };
  return {
    ok: true,
    start: {
      program,
      ...(digest !== undefined && { programDigest: digest }),
      ...(allowed !== undefined && isOtherProgram(allowed, now) && { programBefore: allowed }),
      argv0: name,
      args: args.map(fill),
      cwd: place.folder,
      env,
      ...(request.stdin !== undefined && { stdin: fill(request.stdin) }),
      timeoutMs: request.timeoutMs,
      maxOutputBytes: request.maxOutputBytes,
      ...(request.ownerLostMs !== undefined && { ownerLostMs: Math.max(request.ownerLostMs, leastOwnerLostMs) }),
      secrets: [...found.values.values()],
    },
  };
}

/** The texts of a command in which marks of secrets are filled. */
export function textsWithSecrets({ argv = [], env = {}, stdin = "" }: AttemptRequest): readonly string[] {
  return [...argv.slice(1), ...Object.values(env), stdin];
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
