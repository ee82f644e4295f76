import type { Plan } from "../engine/plan.ts";
import type { RunState } from "../engine/runState.ts";
import type { StepView } from "../engine/view.ts";
import { changedSteps, viewRun, viewStep, viewWithoutSteps } from "../engine/viewRun.ts";
import type { Hold, Owner, RunUpdate } from "../protocol/runUpdate.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { StepId } from "../workflow/workflow.ts";
import { createPace } from "./pace.ts";
import { createPorts } from "./ports.ts";

/** What a watcher may see of a run. */
export interface Shown {
  readonly plan: Plan;
  readonly state: RunState;
  readonly seq: number;
  readonly owner: Owner;
  readonly holds: readonly Hold[];
  readonly summary: RunSummary;
}

/** Everybody in this tab who watches one run. */
export interface RunFeed {
  /** Sends the whole as soon as there is something to show. */
  add(port: MessagePort): void;
  /** What is to be seen from now on; sent at most once per frame, as changes, and at once when its owner is another. */
  show(shown: Shown): void;
  gone(): void;
  readonly watched: boolean;
}

export function createRunFeed(onUnwatched: () => void): RunFeed {
  let shown: Shown | undefined;
  /** What every port but the newcomers has. */
  let sent: Shown | undefined;
  const newcomers = new Set<MessagePort>();
  const ports = createPorts<RunUpdate>(onUnwatched);
  const pace = createPace(flush);

  function flush(): void {
    if (!shown) return;
    if (sent && shown !== sent && ports.size > newcomers.size) ports.send(changesBetween(sent, shown), newcomers);
    sent = shown;
    if (newcomers.size === 0) return;
    const whole = wholeOf(shown);
    for (const port of newcomers) port.postMessage(whole);
    newcomers.clear();
  }

  return {
    add(port) {
      ports.add(port);
      newcomers.add(port);
      flush();
    },
    show(next) {
      shown = next;
      if (newcomers.size > 0 || (sent && sent.owner !== next.owner)) flush();
      else if (ports.size > 0) pace.ask();
      else sent = next;
    },
    gone() {
      pace.stop();
      shown = undefined;
      sent = undefined;
      newcomers.clear();
      ports.send({ kind: "gone" });
    },
    get watched() {
      return ports.size > 0;
    },
  };
}

function wholeOf({ plan, state, seq, owner, holds, summary }: Shown): RunUpdate {
  return { kind: "whole", seq, view: viewRun(plan, state), owner, holds, summary };
}

function changesBetween(before: Shown, after: Shown): RunUpdate {
  const { plan, state, seq, owner, holds, summary } = after;
  const steps: Record<StepId, StepView> = {};
  for (const step of changedSteps(plan, before.state, state)) steps[step] = viewStep(plan, state, step);
  return { kind: "changes", seq, run: viewWithoutSteps(plan, state), steps, owner, holds, summary };
}
