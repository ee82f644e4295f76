import { assertNever } from "../../workflow/assertNever.ts";
import { needsRunner } from "../../workflow/needsRunner.ts";
import type { Permission } from "../../workflow/permission.ts";
import { permissionsOf } from "../../workflow/permissions.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { Io } from "../command.ts";
import type { Outside } from "./openOutside.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Says what the workflow may do and gets consent to exactly that; `false`: there is none. What needs the machine is
 * asked of this process's runner. Hosts that the process itself sends to are kept nowhere, so they are asked each time.
 */
export async function askConsent(
  outside: Outside,
  workflow: Workflow,
  given: { readonly yes: boolean; readonly terminal: Terminal | undefined },
  io: Io,
): Promise<boolean> {
  if (!needsRunner(workflow)) return isAllowed(permissionsOf(workflow), given, io);
  const asked = await outside.runner.permissions(workflow);
  if (!asked.ok) {
    io.err("unreachable" in asked ? asked.unreachable : asked.refusal.message);
    return false;
  }
  const { missing, hash } = asked.value;
  if (missing.length === 0) return true;
  if (!(await isAllowed(missing, given, io))) return false;
  const approved = await outside.runner.approve(workflow, hash);
  if (!approved.ok) io.err("unreachable" in approved ? approved.unreachable : approved.refusal.message);
  return approved.ok;
}

async function isAllowed(
  permissions: readonly Permission[],
  given: { readonly yes: boolean; readonly terminal: Terminal | undefined },
  io: Io,
): Promise<boolean> {
  if (permissions.length === 0) return true;
  io.err("This workflow may, on this machine:");
  for (const permission of permissions) io.err(`  ${inWords(permission)}`);
  if (given.yes) return true;
  if (given.terminal) return /^y(es)?$/i.test(await given.terminal.ask("Allow it? (y/n) "));
  io.err("Nobody is here to allow it. Add --yes to allow exactly this.");
  return false;
}

function inWords(permission: Permission): string {
  switch (permission.kind) {
    case "program":
      return `run ${permission.argv.map((argument) => (argument === null ? "…" : JSON.stringify(argument))).join(" ")}`;
    case "shell":
      return `run with ${permission.program}: ${permission.line}`;
    case "workspace":
      return `use the workspace ${permission.name || "that comes first"} (${permission.access})`;
    case "host":
      return `talk to ${permission.host}`;
    case "model":
      return `use the model ${permission.name || "that is the default"}`;
    case "secret":
      return `use the secret ${permission.name}`;
    default:
      return assertNever(permission);
  }
}
