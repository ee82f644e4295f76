import { openersAround } from "../batchesAround.ts";
import { kindOf, portsOf, typesOf } from "../kinds.ts";
import { outputsOf, startNode, type Wire } from "../wires.ts";
import type { PortName, StepId, Workflow } from "../workflow.ts";
import { Draft } from "./draft.ts";
import type { Attempted, Edit } from "./edit.ts";
import { forgetUnheardErrors, giveOwnType } from "./eventTypes.ts";
import { waitsFor } from "./tasks.ts";

export interface Connection {
  /** A step, or `Start`. */
  readonly from: StepId;
  readonly port: PortName;
  readonly to: StepId;
}

/** Draws a wire: the step accepts the type of the port, which gets one when it has none. Between tasks: `needs`. */
export function connect(workflow: Workflow, { from, port, to }: Connection): Attempted {
  const source = from === startNode ? undefined : workflow.steps[from];
  const target = workflow.steps[to];
  if (target === undefined || (source === undefined && from !== startNode)) return refused("There is no such step.");
  if (source && !portsOf(source).includes(port)) return refused(`\`${from}\` has no output \`${port}\`.`);
  const draft = new Draft(workflow);
  if (target.needs !== undefined) {
    if (source === undefined) {
      return refused(
        `\`${to}\` is a task: it begins with the run by itself, when no other task has to be finished before.`,
      );
    }
    if (source.needs === undefined) {
      return refused(
        `\`${to}\` is a task and waits for tasks only, and events start \`${from}\`. Make both run once, or both for each event.`,
      );
    }
    if (from === to || waitsFor(workflow, from, to))
      return refused(`\`${from}\` waits for \`${to}\` already: a circle.`);
    if (!target.needs.includes(from)) draft.set(["steps", to, "needs"], [...target.needs, from]);
    return { ok: true, edit: draft.edit("connect") };
  }
  const type = source === undefined ? "Start" : (typesOf(source, port)[0] ?? giveOwnType(draft, from, port));
  const accepts = draft.workflow.steps[to]?.accepts ?? [];
  if (!accepts.includes(type)) draft.set(["steps", to, "accepts"], [...accepts, type]);
  if (accepts.length === 0) proposeForBatch(draft, to);
  return { ok: true, edit: draft.edit("connect") };
}

/**
 * The first wire of a step shows whether it works on the elements of a list: then one that fails waits for a person
 * instead of ending the run for all others (R70), and a join gathers the batch.
 */
function proposeForBatch(draft: Draft, id: StepId): void {
  const step = draft.workflow.steps[id];
  if (step === undefined || openersAround(draft.workflow, id).length === 0) return;
  if (step.kind === "join" && step.join === "one-of-each") draft.set(["steps", id, "join"], { batch: "all" });
  if (kindOf(step).canFail && step.onFailure === undefined) draft.set(["steps", id, "onFailure"], "park");
}

/**
 * Removes one wire. When the step gets the same type from elsewhere too, the port gets a type of its own, which its
 * other wires follow.
 */
export function disconnect(workflow: Workflow, wire: Pick<Wire, "from" | "port" | "to" | "type">): Edit {
  const draft = new Draft(workflow);
  const { from, port, to, type } = wire;
  const target = workflow.steps[to];
  if (target === undefined) return draft.edit("disconnect");
  if (type === undefined) {
    draft.set(
      ["steps", to, "needs"],
      (target.needs ?? []).filter((need) => need !== from),
    );
    return draft.edit("disconnect");
  }
  const isShared =
    workflow.events?.[type]?.role === "external" ||
    outputsOf(workflow).some((output) => output.type === type && (output.from !== from || output.port !== port));
  if (!isShared || from === startNode) {
    draft.set(
      ["steps", to, "accepts"],
      (target.accepts ?? []).filter((accepted) => accepted !== type),
    );
    forgetUnheardErrors(draft, workflow);
    return draft.edit("disconnect");
  }
  const own = giveOwnType(draft, from, port);
  for (const [id, step] of Object.entries(workflow.steps)) {
    if (id === to || !step.accepts?.includes(type)) continue;
    draft.set(
      ["steps", id, "accepts"],
      step.accepts.flatMap((accepted) => (accepted === type ? [type, own] : [accepted])),
    );
  }
  return draft.edit("disconnect");
}

function refused(message: string): Attempted {
  return { ok: false, message };
}
