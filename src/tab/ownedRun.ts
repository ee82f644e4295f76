import { type Plan, planWorkflow } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import type { Tick } from "../engine/tick.ts";
import type { Hold } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { loadFindPattern } from "../runtime/findPattern.ts";
import { cancelsRun, resumeRun } from "../runtime/resumeRun.ts";
import type { CommittedGroup, LogLevel, World } from "../runtime/world.ts";
import { createJournal } from "../storage/journal.ts";
import { deleteRequest, isFork, reopens, requestsOf } from "../storage/requests.ts";
import { type ClaimedRun, claimRun } from "../storage/runs.ts";
import type { RunRow } from "../storage/schema.ts";
import { createSummarizer } from "../transfer/runSummary.ts";
import type { Permission } from "../workflow/permission.ts";
import { foldHead } from "./foldHead.ts";
import { pinsIn } from "./pinsOf.ts";
import type { TabContext } from "./tabContext.ts";

/** A run that this tab drives. */
export interface OwnedRun {
  readonly plan: Plan;
  readonly state: RunState;
  readonly seq: number;
  readonly summary: RunSummary;
  readonly holds: readonly Hold[];
  /** Reads the requests of the run and carries out those that are new. */
  pullRequests(): Promise<void>;
  /** Resolves when nothing is being committed, or after `ms`. */
  settled(ms: number): Promise<void>;
  /** After the end: what still asks something of the run is recorded as ignored, and its rows go. */
  finish(): Promise<void>;
  /** Lets go of it: nothing is journaled any more. */
  close(): void;
}

export interface OwnerEvents {
  /** After each commit, and when what it waits for changed. */
  onChange(): void;
  onCommitted(group: CommittedGroup): void;
  onLog(execution: string, level: LogLevel, text: string): void;
  onSaid(execution: string, text: string): void;
  /** Nobody here drives it from now on. */
  onEnd(why: EndOfDriving): void;
}

/** The run ended, or another owner's fence refused a commit. */
export type EndOfDriving = { readonly kind: "completed" } | { readonly kind: "fenced" };

/**
 * Takes a run over (R48): raises its epoch, folds it, and lets it go on. `null`: there is nothing to drive. `again`: what
 * failed is tried once more, and its session is counted only when it begins (R77).
 */
export async function ownRun(
  tab: TabContext,
  runId: string,
  reason: "load" | "takeover",
  events: OwnerEvents,
  again = false,
): Promise<OwnedRun | null> {
  const { database } = tab;
  const sessionOf = ({ epoch, continuedFrom }: RunRow) => ({
    epoch,
    owner: tab.tabId,
    reason: continuedFrom === epoch - 1 ? ("import" as const) : reason,
  });
  const claimed = await claimRun(
    database,
    runId,
    (head) => {
      const plan = planWorkflow(head.workflow);
      return { head, plan, folding: foldHead(database, plan, head) };
    },
    (head) => (again || !beginsWithSession(head) ? undefined : { kind: "session-started", ...sessionOf(head.run) }),
  );
  if (!claimed) return null;
  const { head, plan } = claimed;
  const { workflow, requests } = head;
  const [{ stored, folded }, findPattern] = await Promise.all([claimed.folding, loadFindPattern(plan)]);

  let last: Tick | undefined = stored.ticks.at(-1);
  let { state, seq } = folded;
  let { summary } = head.run;
  /** Of groups that are not durable yet, by their last tick: the next one is made ready before one before is told of. */
  const summaries = new Map<number, RunSummary>();
  let stalled: Hold | null = null;
  let waits: readonly Hold[] = [];
  const posted = new Set<number>();
  /** Executions that a person gave up, with the request that says so. */
  const givenUp = new Map<string, number>();
  const summarize = createSummarizer(plan, summary);

  const toExecute = {
    runId,
    workflow,
    digest: head.run.digest,
    ...(summary.workflowId !== undefined && { workflowId: summary.workflowId }),
    epoch: head.run.epoch,
    withdrawnSince: async (permission: Permission) =>
      (await import("./consent.ts")).withdrawnSince(
        tab,
        { workflow, ...(summary.workflowId !== undefined && { workflowId: summary.workflowId }) },
        permission,
      ),
    pins: pinsIn(head.first, requests),
  };
  const hooks = workflow.hooks && (await tab.outside.hooksOf?.(toExecute, tab.library.hookAudience));
  const executors = await tab.outside.executorsOf({
    ...toExecute,
    onHolds(holds) {
      waits = holds;
      giveUp();
      events.onChange();
    },
  });

  const world: World = {
    now: Date.now,
    setAlarm: tab.clock.createAlarm(),
    defer: tab.defer,
    executors,
    findPattern,
    ...(hooks && { hooks }),
    journal: createJournal({
      database,
      run: head.run,
      session: head.session,
      summarize(next, tick) {
        const made = summarize(next, tick);
        summaries.set(tick.seq, made);
        return made;
      },
      onSummary(written) {
        tab.library.setRun(written);
        tab.channel.send({ kind: "run-changed", summary: written });
      },
    }),
    committed(group) {
      state = group.state;
      last = group.ticks.at(-1) ?? last;
      seq = last?.seq ?? seq;
      summary = summaries.get(seq) ?? summary;
      summaries.delete(seq);
      events.onCommitted(group);
      events.onChange();
      if (state.lifecycle === "completed") events.onEnd({ kind: "completed" });
    },
    stalled(failure) {
      stalled = failure && { kind: "storage", message: failure.message };
      tab.troubles.set(runId, failure && failure.kind !== "fenced" ? failure.message : null);
      events.onChange();
      if (failure?.kind === "fenced") events.onEnd({ kind: "fenced" });
    },
    logged: events.onLog,
    said: events.onSaid,
    answered: (request) => void deleteRequest(database, Number(request)).catch(() => {}),
  };

  const fork = requests.find(isFork);
  if (fork) posted.add(fork.id);
  const loop = resumeRun({
    runId,
    ...(fork && { fork: { of: fork.request.of, anew: fork.request.anew, request: String(fork.id) } }),
    plan,
    stored,
    folded,
    session: sessionOf(head.run),
    ...(head.session && { sessionAt: head.session.at }),
    requests: requests.flatMap(({ id, request }) => {
      if (request.kind !== "tick") return [];
      posted.add(id);
      return [{ body: request.body, request: String(id) }];
    }),
    world,
  });
  // A resume of a cancelled run that waits is the one thing that happens after an end (T26).
  if (folded.state.lifecycle === "completed" && !requests.some(({ request }) => reopens(request)))
    events.onEnd({ kind: "completed" });

  async function pullRequests(): Promise<void> {
    for (const { id, request } of await requestsOf(database, runId)) {
      // This owner stops with the end: who resumes the run drives it next.
      if (posted.has(id) || (state.lifecycle === "completed" && reopens(request))) continue;
      posted.add(id);
      if (request.kind === "tick") loop.post(request.body, String(id));
      else if (request.kind === "treat-as-lost") givenUp.set(request.execution, id);
    }
    giveUp();
  }

  /** Carried out only while the runner is unreachable for it: where it answers, its answer counts. */
  function giveUp(): void {
    for (const hold of waits) {
      if (hold.kind !== "runner-unreachable") continue;
      const request = givenUp.get(hold.execution);
      if (request === undefined) continue;
      givenUp.delete(hold.execution);
      executors.treatAsLost(hold.execution);
      void deleteRequest(database, request).catch(() => {});
    }
  }

  return {
    plan,
    get state() {
      return state;
    },
    get seq() {
      return seq;
    },
    get summary() {
      return summary;
    },
    get holds() {
      return stalled ? [stalled, ...waits] : waits;
    },
    pullRequests,
    settled: (ms) => Promise.race([loop.settled(), new Promise<void>((resolve) => setTimeout(resolve, ms))]),
    async finish() {
      await pullRequests();
      await loop.settled();
      loop.close();
      for (const { id, request } of await requestsOf(database, runId))
        if (posted.has(id) || !reopens(request)) await deleteRequest(database, id);
    },
    close() {
      loop.close();
      tab.troubles.set(runId, null);
    },
  };
}

/** Whether the first tick of its new owner is that of its session, as `resumeRun` decides with the folded state. */
function beginsWithSession({ run, requests }: ClaimedRun): boolean {
  const { lifecycle } = run.summary;
  if (lifecycle === "planned" || lifecycle === "completed") return false;
  return !requests.some(
    (stored) => isFork(stored) || (stored.request.kind === "tick" && cancelsRun(stored.request.body)),
  );
}
