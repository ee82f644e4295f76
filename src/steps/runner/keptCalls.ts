import type { Approval } from "../../protocol/runnerApi.ts";
import type {
  FoundSecrets,
  KeptChange,
  LocalModels,
  ModelEntry,
  RunnerKept,
  TokenEntry,
} from "../../protocol/runnerKept.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import type { HttpCalls } from "./httpCalls.ts";
import type { Asked } from "./runner.ts";

/** What the runner keeps, as a page reads and changes it. */
export interface KeptCalls {
  kept(): Promise<Asked<RunnerKept>>;
  /** Answers all as it is afterwards. */
  changeKept(change: KeptChange): Promise<Asked<RunnerKept>>;
  /** Looks for servers of models on the runner's machine, now. */
  findLocalModels(): Promise<Asked<readonly LocalModels[]>>;
  /** Looks for the runner's secrets in a file, which stays on this machine. */
  findSecrets(file: Blob): Promise<Asked<FoundSecrets>>;
}

export function createKeptCalls({ call, sendFile }: HttpCalls): KeptCalls {
  async function kept(): Promise<Asked<RunnerKept>> {
    const [secrets, models, approvals, tokens] = await Promise.all([
      call<readonly string[]>("GET", "/v1/secrets"),
      call<readonly ModelEntry[]>("GET", "/v1/models"),
      call<readonly Approval[]>("GET", "/v1/approvals"),
      call<readonly TokenEntry[]>("GET", "/v1/tokens"),
    ]);
    if (!secrets.ok) return secrets;
    if (!models.ok) return models;
    if (!approvals.ok) return approvals;
    if (!tokens.ok) return tokens;
    const value = { secrets: secrets.value, models: models.value, approvals: approvals.value, tokens: tokens.value };
    return { ok: true, value };
  }

  function change(wanted: KeptChange): Promise<Asked<unknown>> {
    switch (wanted.kind) {
      case "set-secret":
        return call("PUT", `/v1/secrets/${encodeURIComponent(wanted.name)}`, { value: wanted.value });
      case "delete-secret":
        return call("DELETE", `/v1/secrets/${encodeURIComponent(wanted.name)}`);
      case "set-model":
        return call("PUT", `/v1/models/${encodeURIComponent(wanted.name)}`, wanted.settings);
      case "delete-model":
        return call("DELETE", `/v1/models/${encodeURIComponent(wanted.name)}`);
      case "withdraw-approval": {
        const query = new URLSearchParams({ workflowId: wanted.workflowId });
        return call("DELETE", `/v1/approvals/${encodeURIComponent(wanted.hash)}?${query}`);
      }
      case "withdraw-all-approvals":
        return call("DELETE", "/v1/approvals");
      case "revoke-token":
        return call("DELETE", `/v1/tokens/${encodeURIComponent(wanted.id)}`);
      default:
        return assertNever(wanted);
    }
  }

  return {
    kept,
    async changeKept(wanted) {
      const changed = await change(wanted);
      return changed.ok ? kept() : changed;
    },
    findLocalModels: () => call("GET", "/v1/models/local"),
    findSecrets: (file) => sendFile("/v1/secrets/find", file),
  };
}
