import { resolveValue } from "../engine/resolve.ts";
import type { ExecutionId, ItemId } from "../engine/tick.ts";
import type { StepView, WaiterView } from "../engine/view.ts";
import { isParked, parkedItems, viewStep } from "../engine/viewRun.ts";
import { waitingItems } from "../engine/waitingItems.ts";
import type { Answer } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { addRequests, type RunRequest, reopenRun } from "../storage/requests.ts";
import { findUnstorable } from "../storage/storable.ts";
import type { JsonObject } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";
import { answering, done, misfit, refuse } from "./answers.ts";
import { findWrongAnswer } from "./findWrongAnswer.ts";
import type { Shown } from "./runFeed.ts";
import type { Runs } from "./runs.ts";
import { valueText } from "./runValues.ts";
import type { TabContext } from "./tabContext.ts";

type RunRequestsApi = Pick<
  EngineApi,
  | "cancel"
  | "cancelExecution"
  | "pause"
  | "resume"
  | "step"
  | "setBreakpoints"
  | "changeEvent"
  | "send"
  | "answer"
  | "decide"
  | "decideParked"
  | "treatAsLost"
>;

/** What to ask of the run's owner, or why not. */
type Checked = RunRequest | readonly RunRequest[] | Answer<never>;

/** An owner at the end of its run needs so long at most, ms. */
const letGoMs = 2_000;

/** Who did it, as ticks name the person at this browser. */
const person = "person";

/** What a person may ask of a run: checked against what there is to see, then a row that its owner carries out. */
export function createRunRequests(tab: TabContext, runs: Runs): RunRequestsApi {
  /** Looks at the run, lets `check` refuse, and keeps the request for whoever owns the run. */
  function request(id: string, check: (run: Shown) => Promise<Checked> | Checked): Promise<Answer<null>> {
    return answering(async () => {
      const run = await runs.host(id).look();
      if (!run) return refuse("not-found", "This run is not here. It may have been deleted.");
      if (run.summary.imported) {
        return refuse("not-owner", "This run was imported and is only looked at here. Nothing can be changed in it.");
      }
      const checked = await check(run);
      if ("ok" in checked) return checked;
      const requests = Array.isArray(checked) ? (checked as readonly RunRequest[]) : [checked as RunRequest];
      const unstorable = findUnstorable(requests);
      if (unstorable) {
        return refuse("invalid", `This cannot be kept exactly (at ${unstorable.pointer}): ${unstorable.reason}.`);
      }
      if (!(await addRequests(tab.database, id, requests))) {
        return refuse("not-found", "This run was deleted meanwhile.");
      }
      tab.channel.send({ kind: "request", runId: id });
      await runs.host(id).requested();
      return done(null);
    });
  }

  /** Goes on with a run that was cancelled (T26); `null`: it is none. */
  function reopen(id: string): Promise<Answer<null> | null> {
    return answering<null | "no">(async () => {
      const run = await runs.host(id).look();
      if (!run || run.summary.imported || run.state.outcome !== "cancellation") return done("no");
      // Who drove it to its end lets go first: this request is for the next owner.
      await runs.host(id).until(({ owner }) => owner === "none", letGoMs);
      if (!(await reopenRun(tab.database, id))) return refuse("not-found", "This run was deleted meanwhile.");
      runs.host(id).drive();
      tab.channel.send({ kind: "run-added", runId: id });
      await runs.host(id).until(({ state }) => state.lifecycle !== "completed", letGoMs);
      return done(null);
    }).then((answer) => (answer.ok && answer.value === "no" ? null : (answer as Answer<null>)));
  }

  return {
    cancel: (id, reason) =>
      request(id, ({ state }) => {
        if (state.lifecycle === "completed") return alreadyOver();
        const cancel = { kind: "cancel-requested", request: crypto.randomUUID() } as const;
        return tick(reason === undefined ? cancel : { ...cancel, reason });
      }),

    cancelExecution: (id, step, execution) =>
      request(id, (run) => {
        if (!stepOf(run, step)?.workers.some((worker) => worker.execution === execution)) {
          return refuse("not-found", "This execution does not run any more.");
        }
        return tick({ kind: "cancel-requested", request: crypto.randomUUID(), step, execution });
      }),

    pause: (id) =>
      request(id, ({ state }) => {
        if (state.lifecycle === "completed") return alreadyOver();
        if (state.lifecycle === "paused") return refuse("conflict", "The run is paused already.");
        if (state.lifecycle === "cancelling") return refuse("conflict", "The run is being cancelled.");
        return tick({ kind: "pause-requested" });
      }),

    resume: async (id) => {
      const reopened = await reopen(id);
      if (reopened !== null) return reopened;
      return request(id, ({ state }) => {
        if (state.lifecycle === "completed") return alreadyOver();
        if (state.lifecycle !== "paused") return refuse("conflict", "The run is not paused.");
        return tick({ kind: "resume-requested" });
      });
    },

    step: (id) =>
      request(id, ({ state, plan }) => {
        if (state.lifecycle === "completed") return alreadyOver();
        if (!state.paused) return refuse("conflict", "The run is not paused.");
        if (!plan.steps.some(({ id }) => viewStep(plan, state, id).queued > 0))
          return refuse("conflict", "Nothing waits to begin: resume the run, or wait for what is running.");
        return tick({ kind: "step-requested", by: person });
      }),

    setBreakpoints: (id, { steps, events }) =>
      request(id, ({ state, plan }) => {
        if (state.lifecycle === "completed") return alreadyOver();
        const known = { steps: steps.filter((step) => plan.byId.has(step)), events };
        return tick({ kind: "breakpoints-set", breakpoints: known, by: person });
      }),

    changeEvent: (id, item, data) =>
      request(id, ({ state, plan }) => {
        if (state.lifecycle === "completed") return alreadyOver();
        const found = waitingItems(plan, state).find((waiting) => waiting.item === item);
        if (found?.data === undefined)
          return refuse("conflict", "This item has begun already, or its event carries no data.");
        return tick({ kind: "event-changed", item, data, by: person });
      }),

    send: (id, event, to) =>
      request(id, (run) => {
        if (run.state.lifecycle === "completed") return alreadyOver();
        if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(event.type)) {
          return refuse("invalid", `\`${event.type}\` is no event type: it begins with a capital letter.`);
        }
        if (to !== undefined && !stepOf(run, to)) return refuse("not-found", `There is no step \`${to}\`.`);
        return tick({ kind: "event-added", event, ...(to !== undefined && { to }), by: person });
      }),

    answer: (id, { step, ask, value, choice }) =>
      request(id, async (run) => {
        const asked = stepOf(run, step)?.waiters.find((waiter) => isAsk(waiter, ask));
        if (!asked) return refuse("conflict", "This question is answered already, or the run does not wait for it.");
        const shown = await resolveValue(asked.ask?.data ?? {}, (digest) => valueText(tab, id, digest));
        const wrong = await findWrongAnswer(shown, { value, choice }, tab.outside.validate);
        if (wrong) return wrong;
        // What the waiter compares with is the ask's own name for itself.
        const data: JsonObject = {
          ask: asked.where?.ask ?? ask,
          value,
          ...(choice !== undefined && { choice }),
          by: person,
        };
        return tick({ kind: "event-added", event: { type: "Answer", data }, to: step, by: person });
      }),

    decide: (id, { execution, item, decision }) =>
      request(id, async (run) => {
        if (run.state.lifecycle === "completed") return alreadyOver();
        const step = decidedStep(run, execution, item);
        if (step === undefined) {
          return refuse("conflict", `This ${execution === undefined ? "item" : "attempt"} is decided already.`);
        }
        const schema = run.plan.byId.get(step)?.step.output;
        if (decision.kind === "succeeded" && schema !== undefined) {
          const errors = await tab.outside.validate(schema, decision.output);
          if (errors.length > 0) return misfit("The output does not fit the step's schema.", errors);
        }
        return tick({
          kind: "recovery-decided",
          ...(execution !== undefined && { execution }),
          ...(item !== undefined && { item }),
          decision,
          by: person,
        });
      }),

    async decideParked(id, { step, decision }) {
      let items = 0;
      const answer = await request(id, (run) => {
        if (run.state.lifecycle === "completed") return alreadyOver();
        const parked = parkedItems(run.plan, run.state, step);
        if (parked.length === 0) return refuse("conflict", "No item of this step waits for a decision any more.");
        items = parked.length;
        return parked.map((item) => tick({ kind: "recovery-decided", item, decision, by: person }));
      });
      return answer.ok ? done({ items }) : answer;
    },

    treatAsLost: (id, execution) =>
      request(id, (run) => {
        const held = run.holds.some((hold) => hold.kind === "runner-unreachable" && hold.execution === execution);
        if (!held) return refuse("conflict", "The runner answers for this execution again.");
        return { kind: "treat-as-lost", execution };
      }),
  };
}

/** The step whose uncertain attempt or parked item it is; `undefined`: nobody waits for a decision about it. */
function decidedStep(
  { plan, state }: Shown,
  execution: ExecutionId | undefined,
  item: ItemId | undefined,
): StepId | undefined {
  const found = plan.steps.find(({ id }) =>
    execution === undefined
      ? item !== undefined && isParked(plan, state, id, item)
      : viewStep(plan, state, id).uncertain.some((attempt) => attempt.execution === execution),
  );
  return found?.id;
}

function tick(body: Extract<RunRequest, { kind: "tick" }>["body"]): RunRequest {
  return { kind: "tick", body };
}

function alreadyOver(): Answer<never> {
  return refuse("conflict", "The run is already completed.");
}

function stepOf(run: Shown, step: string): StepView | undefined {
  return run.plan.byId.has(step) ? viewStep(run.plan, run.state, step) : undefined;
}

function isAsk(waiter: WaiterView, ask: string): boolean {
  return waiter.ask?.type === "Ask" && (waiter.where?.ask === ask || waiter.waiter === ask);
}
