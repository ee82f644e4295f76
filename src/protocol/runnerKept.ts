import type { Approval } from "./runnerApi.ts";

/*
 * What the runner keeps for its user: secrets, models, approvals, tokens. Each has its own paths (`/v1/secrets`,
 * `/v1/models`, …); a page reads and changes them through `EngineApi`.
 */

/** All of it, as a page shows it. */
export interface RunnerKept {
  /** Names; values only go in. */
  readonly secrets: readonly string[];
  readonly models: readonly ModelEntry[];
  /** Newest first. */
  readonly approvals: readonly Approval[];
  readonly tokens: readonly TokenEntry[];
}

export type KeptChange =
  | { readonly kind: "set-secret"; readonly name: string; readonly value: string }
  | { readonly kind: "delete-secret"; readonly name: string }
  | { readonly kind: "set-model"; readonly name: string; readonly settings: ModelSettings }
  | { readonly kind: "delete-model"; readonly name: string }
  | { readonly kind: "withdraw-approval"; readonly hash: string; readonly workflowId: string }
  | { readonly kind: "withdraw-all-approvals" }
  /** Whoever has it is refused from now on; it may be this page's own. */
  | { readonly kind: "revoke-token"; readonly id: string };

/** Answer of `GET /v1/models`; keys stay where they are. */
export interface ModelEntry {
  readonly name: string;
  /** Base of an OpenAI-compatible server, as `https://api.example.org/v1`. */
  readonly url: string;
  /** The name that the server knows. */
  readonly model: string;
  /** The secret that holds its key. */
  readonly keyFrom?: string;
  /** What a step without a model takes. */
  readonly isDefault: boolean;
}

/** Body of `PUT /v1/models/:name`. `model` left out: the name itself. */
export type ModelSettings = Omit<ModelEntry, "name" | "model" | "isDefault"> & {
  readonly model?: string;
  readonly isDefault?: boolean;
};

/** Answer of `GET /v1/models/local`: servers that answer on their usual ports. A step may name `name/model`. */
export interface LocalModels {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly models: readonly string[];
}

/** Answer of `POST /v1/tokens`: the only time that the token is told. */
export interface NewToken {
  readonly id: string;
  readonly token: string;
}

/** One of `GET /v1/tokens`. */
export interface TokenEntry {
  readonly id: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Whoever asks holds this one. */
  readonly own?: true;
}

/** Answer of `POST /v1/secrets/find`, whose body is a file: where it holds a secret of the runner, in any encoding. */
export interface FoundSecrets {
  /** How many were looked for. */
  readonly secrets: number;
  /** The first place of each that was found; `at` counts bytes. */
  readonly found: readonly { readonly name: string; readonly at: number }[];
}
