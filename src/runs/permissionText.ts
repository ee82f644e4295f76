import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import { assertNever } from "../workflow/assertNever.ts";
import type { Permission } from "../workflow/permission.ts";
import { anyOfThem } from "../workflow/permissions.ts";

/** One line of the consent: what the workflow may do, in plain words. */
export interface PermissionText {
  readonly action: string;
  /** Set as code: the command, the name, the address. */
  readonly subject: string;
  /** What it means on this machine. */
  readonly detail: string;
  /** It was not approved before. */
  readonly isNew: boolean;
  /** Nothing on this machine answers to it. */
  readonly trouble: boolean;
}

/** Shell-like quoting, for reading only: people see where an argument begins and ends. */
export function commandLine(argv: readonly (string | null)[]): string {
  return argv
    .map((part) => {
      if (part === null) return "‹value of the run›";
      return /^[\w@%+=:,./-]+$/.test(part) ? part : `'${plainly(part).replaceAll("'", "'\\''")}'`;
    })
    .join(" ");
}

/** Shows what could hide or reorder the rest of a text: a person consents to what they see. */
export function plainly(text: string): string {
  return text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be shown
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (hidden) => `\\u{${hidden.charCodeAt(0).toString(16)}}`,
  );
}

const accessDetail = {
  none: "Commands start in this folder.",
  read: "Commands start in this folder; several may read it at once.",
  write: "Commands start in this folder and may change its files.",
} as const;

export function permissionTexts(asked: WorkflowPermissions): readonly PermissionText[] {
  const missing = new Set(asked.missing.map((permission) => JSON.stringify(permission)));
  return asked.permissions.map((permission) => {
    const text = phrase(permission, asked);
    return { ...text, isNew: missing.has(JSON.stringify(permission)) };
  });
}

function phrase(permission: Permission, asked: WorkflowPermissions): Omit<PermissionText, "isNew"> {
  switch (permission.kind) {
    case "program": {
      const open = permission.argv.includes(null) ? " Parts in ‹ › come from the run." : "";
      return {
        action: "Run",
        subject: commandLine(permission.argv),
        ...program(permission.argv[0] ?? "", asked, open),
      };
    }
    case "shell":
      return {
        action: "Run in a shell",
        subject: plainly(permission.line),
        ...program(permission.program, asked, " A shell line can do anything that you can."),
      };
    case "workspace": {
      const path = own(asked.workspaces, permission.name);
      return path === undefined
        ? {
            action: "Use the workspace",
            subject: permission.name === "" ? "the runner’s first one" : permission.name,
            detail: `The runner has no such workspace. Start it with --workspace ${permission.name === "" ? "" : `${permission.name}=`}FOLDER.`,
            trouble: true,
          }
        : {
            action: "Use the workspace",
            subject: permission.name === "" ? "the runner’s first one" : permission.name,
            detail: `${path}. ${accessDetail[permission.access]}`,
            trouble: false,
          };
    }
    case "host":
      return permission.host === anyOfThem
        ? {
            action: "Send requests to",
            subject: "any host",
            detail: "The address comes from the run, so it can be any server, with any data of the run.",
            trouble: false,
          }
        : {
            action: "Send requests to",
            subject: plainly(permission.host),
            detail: "With what the steps put into address, headers and body.",
            trouble: false,
          };
    case "model":
      return {
        action: "Ask the model",
        subject: permission.name === "" ? "the runner’s default one" : permission.name,
        detail: "Prompts leave this machine when its provider is remote.",
        trouble: false,
      };
    case "secret":
      return {
        action: "Use the secret",
        subject: permission.name,
        detail: "Its value stays on the runner; only the steps that name it are given it.",
        trouble: false,
      };
    default:
      return assertNever(permission);
  }
}

function program(
  name: string,
  asked: WorkflowPermissions,
  more: string,
): { readonly detail: string; readonly trouble: boolean } {
  const path = own(asked.programs, name);
  if (path === null)
    return { detail: `“${name}” was not found on this machine; install it or change the step.`, trouble: true };
  return { detail: `Program: ${path === undefined ? name : path}.${more}`, trouble: false };
}

/** Names come from a file of a stranger: `constructor` is an ordinary one. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
