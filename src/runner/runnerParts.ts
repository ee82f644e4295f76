import type { Approvals } from "./approvals.ts";
import type { FrozenWorkflows } from "./frozenWorkflows.ts";
import type { Models } from "./models/models.ts";
import type { Secrets } from "./secrets.ts";
import type { Tokens } from "./tokens.ts";
import type { Workspace } from "./workspaces.ts";

/** What the runner keeps, for those that answer calls. */
export interface RunnerParts {
  readonly dataFolder: string;
  readonly workspaces: readonly Workspace[];
  readonly tokens: Tokens;
  readonly workflows: FrozenWorkflows;
  readonly approvals: Approvals;
  readonly secrets: Secrets;
  readonly models: Models;
  readonly log: (line: string) => void;
}
