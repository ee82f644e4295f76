import type { Permission } from "../workflow/permission.ts";

/** One permission for a person at a terminal. */
export function inWords(permission: Permission): string {
  switch (permission.kind) {
    case "program":
      return `the program ${permission.argv.map((argument) => argument ?? "…").join(" ")}`;
    case "shell":
      return `the shell line ${permission.line}`;
    case "workspace":
      return `${permission.access} access to the workspace ${permission.name || "that comes first"}`;
    case "host":
      return `the host ${permission.host}`;
    case "model":
      return `the model ${permission.name || "that is set as default"}`;
    case "secret":
      return `the secret ${permission.name}`;
  }
}
