import type { CallResult } from "../../protocol/runnerCalls.ts";
import { assertNever } from "../../workflow/assertNever.ts";
import { accessOf } from "../../workflow/kinds.ts";
import { findStep } from "../../workflow/subWorkflows.ts";
import { fillMarks, findSecrets, secretsMarkedIn } from "../fillSecrets.ts";
import { parseAttemptKey } from "../parseAttempt.ts";
import type { RunnerParts } from "../runnerParts.ts";
import { findPlace, gatePath } from "../workspaces.ts";
import { type Call, textsOfCall } from "./call.ts";
import { hostRulesOf } from "./callConsent.ts";
import { CallFailed } from "./callWorld.ts";
import type { CallsWorld } from "./carryCalls.ts";
import { carryOutChat } from "./chatCall.ts";
import { carryOutFile, sweepWrite } from "./fileCall.ts";
import { carryOutHttp } from "./httpCall.ts";

/** What calls reach: the workflow they belong to, its hosts, the workspaces, the models, the secrets. */
export function callsWorld(parts: RunnerParts, refusal: CallsWorld["refusal"]): CallsWorld {
  const { workflows, workspaces, models, secrets, dataFolder } = parts;

  async function carryOut(key: string, call: Call, around: Parameters<CallsWorld["carryOut"]>[2]): Promise<CallResult> {
    const { digest, marks } = call.request;
    const model = call.kind === "chat" ? models.find(call.model) : undefined;
    if (typeof model === "string") throw new CallFailed({ code: "missing", message: model });
    const marked = secretsMarkedIn(textsOfCall(call), marks);
    const found = findSecrets(model?.keyFrom === undefined ? marked : [...marked, model.keyFrom], secrets);
    if (!found.ok) throw new CallFailed({ code: "missing", message: found.message });
    const world = {
      ...around,
      secrets: [...found.values.values()],
      fill: (text: string, encode = (value: string) => value) =>
        fillMarks(text, marks, (name) => encode(found.values.get(name) ?? "")),
    };
    switch (call.kind) {
      case "http": {
        const workflow = workflows.get(digest);
        if (workflow === undefined) throw new CallFailed({ code: "missing", message: "The workflow is gone." });
        return carryOutHttp(call.request, hostRulesOf(workflow), world);
      }
      case "file": {
        const place = await findPlace(workspaces, call.request.workspace, undefined);
        if (!place.ok) throw new CallFailed({ code: "not-found", message: place.refusal.message });
        return carryOutFile(call.request, { workspace: place.workspace, dataFolder }, world.fill);
      }
      case "chat":
        if (model === undefined) throw new Error(`no model was looked up for ${key}`);
        return carryOutChat(call.request, model, found.values.get(model.keyFrom ?? ""), world);
      default:
        return assertNever(call);
    }
  }

  return {
    refusal,
    access(key, call) {
      if (call.kind !== "file") return null;
      const step = stepOf(key, call);
      const access = step === undefined ? "write" : accessOf(step);
      return access === "none" ? null : { path: gatePath(workspaces, call.request.workspace), access };
    },
    carryOut,
    async clearAway(call) {
      if (call.kind !== "file" || call.request.operation !== "write") return;
      const place = await findPlace(workspaces, call.request.workspace, undefined);
      if (place.ok) await sweepWrite(call.request, { workspace: place.workspace, dataFolder });
    },
    log: parts.log,
  };

  function stepOf(key: string, call: Call) {
    const workflow = workflows.get(call.request.digest);
    return workflow && findStep(workflow, parseAttemptKey(key)?.step ?? "");
  }
}
