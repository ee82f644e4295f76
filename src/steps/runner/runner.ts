import type { RunnerStatus } from "../../protocol/libraryUpdate.ts";
import type {
  AttemptRequest,
  AttemptState,
  OutputStream,
  RunnerHealth,
  RunnerRefusal,
  WorkflowPermissions,
} from "../../protocol/runnerApi.ts";
import type { ChatCall, FileCall, HttpCall } from "../../protocol/runnerCalls.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { KeptCalls } from "./keptCalls.ts";

/** What asking the runner comes to. */
export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RunnerRefusal }
  /** Nobody answers, or no token is known: what was asked may or may not have happened. */
  | { readonly ok: false; readonly unreachable: string };

/** Output of an attempt as it comes; offsets count the bytes that the command wrote. */
export type RunnerOutput =
  | { readonly kind: "bytes"; readonly stream: OutputStream; readonly from: number; readonly text: string }
  | { readonly kind: "gap"; readonly stream: OutputStream; readonly from: number; readonly to: number }
  | { readonly kind: "end" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** What a watcher of an attempt hears. */
export type AttemptNews =
  | { readonly kind: "state"; readonly state: AttemptState }
  | { readonly kind: "refused"; readonly refusal: RunnerRefusal }
  /** The connection is gone; it is tried again at `nextTryAt` and goes on by itself. */
  | { readonly kind: "unreachable"; readonly since: number; readonly nextTryAt: number };

/** The companion runner as this process reaches it. */
export interface Runner extends KeptCalls {
  readonly status: RunnerStatus;
  onStatus(listener: (status: RunnerStatus) => void): void;
  /** `null` forgets it. */
  setToken(token: string | null): void;
  health(): Promise<Asked<RunnerHealth>>;
  /**
   * Uploads the workflow; what it may do and what of that nobody has approved for `workflowId`, the document that it was
   * frozen from.
   */
  permissions(workflow: Workflow, workflowId?: string): Promise<Asked<WorkflowPermissions>>;
  /** Consent to exactly these permissions, by their hash. */
  approve(workflow: Workflow, hash: string, workflowId?: string): Promise<Asked<null>>;

  /** Takes back all consent to this workflow. */
  withdraw(workflowId: string): Promise<Asked<null>>;

  /** Idempotent: asking again with the same key never starts a second time. */
  start(key: string, request: AttemptRequest): Promise<Asked<AttemptState>>;
  /** Calls that the runner carries out itself, as idempotent by their key; the end comes as a state (`throughRunner`). */
  http(call: HttpCall): Promise<Asked<AttemptState>>;
  file(call: FileCall): Promise<Asked<AttemptState>>;
  /** `model`: a name, or `undefined` for the runner's default. */
  chat(model: string | undefined, call: ChatCall): Promise<Asked<AttemptState>>;
  read(key: string): Promise<Asked<AttemptState>>;
  /** Stops the whole process tree; answered at once, the end comes as a state. */
  cancel(key: string): Promise<Asked<AttemptState>>;
  /** It never starts, whatever request is still on its way. */
  seal(key: string): Promise<Asked<AttemptState>>;
  /** Its completion is durable here; it may be forgotten there. */
  acknowledge(key: string): Promise<Asked<AttemptState>>;
  /** Each state from now on, over any loss of connection. */
  watch(key: string, listener: (news: AttemptNews) => void): () => void;
  /** Output from its first byte on, live, until it ended or the answer is called. */
  watchOutput(key: string, listener: (output: RunnerOutput) => void): () => void;
}
