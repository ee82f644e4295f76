import type { BatchJoinView, BatchView, GatheringView, MemberView, StateView } from "../engine/view.ts";
import { formatCount, plural } from "../ui/format.ts";
import type { StepId } from "../workflow/workflow.ts";

/** Why a join has not begun yet, in words. */
export interface JoinWait {
  /** For a card. */
  readonly short: string;
  /** Whole, one sentence for each scope or batch that waits. */
  readonly long: readonly string[];
}

/** `null`: nothing that has come waits for anything else to come. */
export function joinWaitOf(
  step: StepId,
  view: Pick<StateView, "steps" | "openBatches">,
  title: (step: StepId) => string,
): JoinWait | null {
  const gathering = Object.hasOwn(view.steps, step) ? view.steps[step]?.gathering : undefined;
  const [first] = gathering ?? [];
  if (gathering && first) {
    const lacks = new Set(gathering.flatMap((each) => each.lacks));
    const more = gathering.length > 1 ? ` in ${gathering.length} batches` : "";
    return {
      short: `waits for ${gathering.length === 1 ? list(first.lacks) : list([...lacks])}${more}`,
      long: gathering.map(gatheringText),
    };
  }
  const batches = waitingBatches(step, view.openBatches ?? []);
  if (batches.length === 0) return null;
  const open = batches.reduce((sum, { batch }) => sum + batch.open, 0);
  const has = batches.reduce((sum, { join }) => sum + join.has, 0);
  const take = batches.length === 1 ? batches[0]?.join.take : undefined;
  return {
    short: take === undefined ? `has ${formatCount(has)}, ${formatCount(open)} open` : `has ${has} of ${take}`,
    long: batches.map(({ batch, join }) => batchText(batch, join, view, title)),
  };
}

/** `waits for B; has A ×2`. */
export function gatheringText({ scope, has, lacks }: GatheringView): string {
  const held = Object.entries(has).map(([type, count]) => (count > 1 ? `${type} ×${count}` : type));
  return `${scope === "" ? "" : `${scope}: `}waits for ${list(lacks)}; has ${list(held)}`;
}

function waitingBatches(step: StepId, batches: readonly BatchView[]) {
  return batches.flatMap((batch) => {
    const join = batch.joins.find((each) => each.step === step && !each.fired);
    return join === undefined ? [] : [{ batch, join }];
  });
}

/** What the join has, and where the members are that it waits for. */
function batchText(
  batch: BatchView,
  join: BatchJoinView,
  view: Pick<StateView, "steps" | "openBatches">,
  title: (step: StepId) => string,
): string {
  const where = placesOf(batch, view, title);
  const early = batch.endedEarly > 0 ? `; ${formatCount(batch.endedEarly)} ended on the way` : "";
  const wanted = join.take === undefined ? `${formatCount(batch.members)}` : `the first ${join.take}`;
  const open = `${plural(batch.open, "member")} open${where.length > 0 ? `: ${where.join(", ")}` : ""}`;
  return `${open}; has ${formatCount(join.has)} of ${wanted}${early}`;
}

/**
 * Where the live members of a batch are: `3 running in check`. What runs, waits or is parked is known; of the rest only
 * that it is in line, some of it perhaps for a next try.
 */
function placesOf(
  batch: BatchView,
  { steps, openBatches }: Pick<StateView, "steps" | "openBatches">,
  title: (step: StepId) => string,
): readonly string[] {
  const { places, delayed } = whereabouts(steps);
  const said: string[] = [];
  let left = batch.open;
  const say = (count: number, what: string): void => {
    if (count > 0) said.push(`${formatCount(count)} ${what}`);
    left -= count;
  };
  for (const [step, what, count] of places.get(batch.batch) ?? []) say(count, `${what} in ${title(step)}`);
  const inner = (openBatches ?? []).filter(({ batch: path }) => parentOf(path) === batch.batch).length;
  say(inner, inner === 1 ? "with a batch of its own" : "with batches of their own");
  say(Math.max(0, left), delayed ? "in line or waiting for a next try" : "in line");
  return said;
}

type Place = readonly [step: StepId, what: "running" | "waiting" | "parked" | "uncertain", count: number];

interface Whereabouts {
  /** By batch. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
  /** Whether anything waits for a next try. */
  readonly delayed: boolean;
}

/** Every join of every batch asks of the same steps. */
const known = new WeakMap<StateView["steps"], Whereabouts>();

function whereabouts(steps: StateView["steps"]): Whereabouts {
  const found = known.get(steps) ?? findMembers(steps);
  known.set(steps, found);
  return found;
}

function findMembers(steps: StateView["steps"]): Whereabouts {
  const places = new Map<string, Place[]>();
  let delayed = false;
  for (const [id, step] of Object.entries(steps)) {
    delayed ||= step.delayed > 0;
    const waiting = new Map(step.waiters.map((waiter) => [waiter.item, waiter])).values();
    for (const [what, those] of [
      ["running", step.workers],
      ["waiting", waiting],
      ["parked", step.parked ?? []],
      ["uncertain", step.uncertain],
    ] as const) {
      for (const [batch, count] of countsByBatch(those)) {
        const list = places.get(batch) ?? [];
        places.set(batch, list);
        list.push([id, what, count]);
      }
    }
  }
  return { places, delayed };
}

function countsByBatch(those: Iterable<{ readonly member?: MemberView }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { member } of those) {
    if (member !== undefined) counts.set(member.batch, (counts.get(member.batch) ?? 0) + 1);
  }
  return counts;
}

function parentOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut < 0 ? "" : path.slice(0, cut);
}

function list(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? "nothing";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
