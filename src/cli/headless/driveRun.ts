import { planWorkflow } from "../../engine/plan.ts";
import type { RunState } from "../../engine/runState.ts";
import type { Tick } from "../../engine/tick.ts";
import { traceLine } from "../../engine/trace.ts";
import type { StateView } from "../../engine/view.ts";
import { viewRun } from "../../engine/viewRun.ts";
import { loadFindPattern } from "../../runtime/findPattern.ts";
import { resumeRun } from "../../runtime/resumeRun.ts";
import type { RunLoop, World } from "../../runtime/world.ts";
import type { RunLogHeader } from "../../transfer/runLogFormat.ts";
import type { Json } from "../../workflow/json.ts";
import { Failed, type Io } from "../command.ts";
import { answerTick, askPerson, type GivenAnswers, type OpenAsk, openAsks } from "./answers.ts";
import { askDecision, decisionTick, type GivenDecisions } from "./decisions.ts";
import { exitCodeOf } from "./exitCodes.ts";
import type { Outside } from "./openOutside.ts";
import type { RunLogFile } from "./runLogFile.ts";
import type { Terminal } from "./terminal.ts";

export interface HeadlessRun {
  readonly header: RunLogHeader;
  /** What happened before; none: the run begins with `input`. */
  readonly ticks: readonly Tick[];
  readonly input?: Json;
  readonly log: RunLogFile;
  readonly outside: Outside;
  readonly answers: GivenAnswers;
  readonly decisions: GivenDecisions;
  readonly terminal: Terminal | undefined;
  readonly io: Io;
}

/** A process can set no timer for longer, ms. */
const longestTimerMs = 2 ** 31 - 1;

/** Drives a run until it goes no further here: ended, paused, or in need of a person's decision. */
export async function driveRun(run: HeadlessRun): Promise<RunState> {
  const { header, io } = run;
  const plan = planWorkflow(header.workflow);
  const epoch = 1 + run.ticks.filter(({ kind }) => kind === "session-started").length;
  const news = createNews();
  let alarm: ReturnType<typeof setTimeout> | undefined;
  let broken: string | undefined;
  let isStalled = false;

  const identity = { runId: header.runId, workflow: header.workflow, digest: header.digest, epoch };
  const hooks = run.outside.hooksOf(identity, {
    notify: ({ title, text }) => io.err(`notification: ${title}: ${text}`),
    report({ seq, state, said }) {
      if (state === "failed") io.err(`The hook of tick ${seq} failed: ${said}`);
    },
  });
  const world: World = {
    now: Date.now,
    setAlarm(at, fire) {
      clearTimeout(alarm);
      alarm = at === null ? undefined : setTimeout(fire, Math.min(Math.max(0, at - Date.now()), longestTimerMs));
    },
    defer: (turn) => void setImmediate(turn),
    journal: run.log.journal,
    executors: run.outside.executorsOf({
      ...identity,
      onHolds: () => undefined,
    }),
    findPattern: await loadFindPattern(plan),
    hooks,
    committed({ notices }) {
      for (const notice of notices) io.err(traceLine(notice));
      news.tell();
    },
    stalled(failure) {
      isStalled = failure !== null;
      if (failure) io.err(`The log cannot be written: ${failure.message}`);
      // A full disk may get room again; anything else does not mend itself.
      if (failure && failure.kind !== "quota") broken = failure.message;
      news.tell();
    },
    logged: (execution, level, text) => io.err(`${execution} ${level}: ${text}`),
  };

  const loop = resumeRun({
    runId: header.runId,
    plan,
    stored: { ticks: run.ticks },
    session: { epoch, owner: "command line", reason: "load" },
    ...(run.ticks.length === 0 && {
      requests: [{ body: { kind: "run-started", input: run.input ?? null }, request: "start" }],
    }),
    world,
  });
  const { lifecycle, outcome } = loop.state;
  if (lifecycle === "paused" || outcome === "cancellation") loop.post({ kind: "resume-requested" });
  const stopListening = cancelOnSignal(loop, io, () => isStalled);
  const answered = new Set<string>();
  try {
    for (;;) {
      const heard = news.count;
      await loop.settled();
      if (broken !== undefined) throw new Failed(`The run cannot go on without its log: ${broken}`);
      const view = viewRun(plan, loop.state);
      if ((await decideUncertain(run, loop, view)) > 0) continue;
      if (isOver(loop.state, view)) return loop.state;
      await answerAsks(run, loop, view, answered);
      await news.after(heard);
    }
  } finally {
    stopListening();
    loop.close();
    clearTimeout(alarm);
    // The runner of this process ends with it.
    await hooks.settled();
  }
}

/** Lets the driver sleep until something happened that it has not seen. */
function createNews() {
  let count = 0;
  let wake: () => void = () => undefined;
  return {
    get count() {
      return count;
    },
    tell() {
      count++;
      wake();
    },
    after(seen: number): Promise<void> {
      return count > seen
        ? Promise.resolve()
        : new Promise((resolve) => {
            wake = resolve;
          });
    },
  };
}

/** What cannot go on by itself any more: a decision is missing, or it is paused; or it has ended. */
function isOver(state: RunState, view: StateView): boolean {
  if (exitCodeOf(state) === undefined) return false;
  return state.lifecycle !== "needs-recovery" || isQuiet(view);
}

/** Nothing runs and nothing will by itself, but for deadlines of questions. */
function isQuiet({ steps, timers }: StateView): boolean {
  const works = Object.values(steps).some(({ running, queued, delayed }) => running + queued + delayed > 0);
  return !works && !timers.some(({ what }) => what === "delay" || what === "retry");
}

/** Answers what can be answered; when only questions without answer are left, the run pauses and its log says why. */
async function answerAsks(run: HeadlessRun, loop: RunLoop, view: StateView, answered: Set<string>): Promise<void> {
  const asks = await openAsks(view, run.log.journal.artifact);
  const open = asks.filter((ask) => !answered.has(nameOf(ask)));
  const left: string[] = [];
  for (const ask of open) {
    const given = run.answers.take(ask);
    const said = given ?? (run.terminal && (await askPerson(run.terminal, ask)));
    if (said === undefined || typeof said === "string") {
      left.push(said ?? `"${ask.step}" asks, and no --answer ${ask.step}=… was given.`);
      continue;
    }
    answered.add(nameOf(ask));
    loop.post(answerTick(ask, said));
  }
  if (open.length > left.length || !isQuiet(view) || loop.state.lifecycle !== "running") return;
  if (left.length === 0 && (view.timers.length > 0 || asks.length > 0)) return;
  const reason = left.length > 0 ? left.join(" ") : "The run waits for an event that nobody here can send.";
  loop.post({ kind: "pause-requested", reason });
}

/** Says what becomes of the attempts that nobody knows of (T21); how many were decided. */
async function decideUncertain(run: HeadlessRun, loop: RunLoop, view: StateView): Promise<number> {
  let decided = 0;
  for (const attempt of Object.values(view.steps).flatMap(({ uncertain }) => uncertain)) {
    const decision = run.decisions.take(attempt.step) ?? (run.terminal && (await askDecision(run.terminal, attempt)));
    if (decision === undefined) continue;
    loop.post(decisionTick(attempt, decision));
    decided++;
  }
  return decided;
}

function nameOf({ step, ask }: OpenAsk): string {
  return JSON.stringify([step, ask]);
}

/** The first signal cancels the run and lets its steps end; the second one leaves at once, and `resume` can go on. */
function cancelOnSignal(loop: RunLoop, io: Io, isStalled: () => boolean): () => void {
  let asked = false;
  const onSignal = () => {
    // A cancel is a tick: while the log takes none nobody would ever see the end of it.
    if (asked || isStalled()) process.exit(exitCodeOf({ ...loop.state, outcome: "cancellation" }));
    asked = true;
    io.err("Cancelling; once more to leave at once.");
    loop.post({ kind: "cancel-requested", request: crypto.randomUUID(), reason: "interrupted on the command line" });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  return () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  };
}
