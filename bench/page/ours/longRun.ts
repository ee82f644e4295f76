import { addRun, drive } from "./driven.ts";
import { rounds } from "./workflows.ts";

const lines = 64;

/** A run that goes round for ever and stands still where it is told to. */
export interface LongRun {
  readonly runId: string;
  /** Goes on until so many ticks are durable; the steps that have begun then answer no more before the next call. */
  driveTo(ticks: number): Promise<void>;
}

export async function beginLongRun(): Promise<LongRun> {
  let durable = 0;
  let most = 0;
  const held: (() => void)[] = [];
  let reached: () => void = () => {};
  const bench = rounds(lines, () =>
    durable < most
      ? Promise.resolve()
      : new Promise((resolve) => {
          if (held.push(resolve) === lines) reached();
        }),
  );
  const runId = await addRun(bench);
  let driven: Promise<void> | undefined;
  return {
    runId,
    driveTo(ticks) {
      most = ticks;
      const there = new Promise<void>((resolve) => {
        reached = resolve;
      });
      for (const go of held.splice(0)) go();
      driven ??= drive(runId, bench, ({ ticks: committed }) => {
        durable = committed.at(-1)?.seq ?? durable;
      });
      return Promise.race([there, driven]);
    },
  };
}

/** Goes on with a run that was left, as after a reload; resolves when a step has ended anew, durably. */
export function moveOn(runId: string): Promise<void> {
  const bench = rounds(lines, () => Promise.resolve());
  return new Promise((resolve, reject) => {
    drive(runId, bench, ({ ticks }) => {
      if (ticks.some(({ kind }) => kind === "execution-finished")) resolve();
    }).catch(reject);
  });
}
