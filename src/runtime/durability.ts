import type { Plan } from "../engine/plan.ts";
import type { Tick } from "../engine/tick.ts";
import type { Group } from "./groups.ts";
import type { Durability } from "./world.ts";

/** Before anybody outside is asked, that it is asked must survive a power cut. */
export function durabilityOf(plan: Plan, { ticks, effects }: Group): Durability {
  return ticks.some(isIntent) || effects.some((effect) => asksOutside(plan, effect)) ? "strict" : "relaxed";
}

function isIntent(tick: Tick): boolean {
  return tick.kind === "execution-started" || tick.kind === "hook-observed";
}

/** What this process itself sends out and cannot take back has no intent of its own (R65): its dispatch is one. */
function asksOutside(plan: Plan, effect: Group["effects"][number]): boolean {
  if (effect.kind !== "start") return false;
  const step = plan.byId.get(effect.dispatch.step);
  return step?.external === true && !step.runnerOwned && step.onInterrupt === "ask";
}
