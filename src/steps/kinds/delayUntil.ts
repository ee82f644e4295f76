import type { Result } from "../../engine/result.ts";
import { readCron } from "../../workflow/cron.ts";
import type { Work } from "../executor.ts";
import { StepFailure } from "../stepFailure.ts";

/**
 * Waits for the next time of a cron expression. The time stands in the wait, so in the tick: a replay on a machine
 * in another time zone never computes it again (R68). The other delays are foretold.
 */
export async function delayUntil({ step, dispatch }: Work<"delay">): Promise<readonly Result[]> {
  const { cron, until } = step.config;
  if (cron === undefined) {
    const message =
      until === undefined
        ? "The delay does not say how long. Give exactly one of `forMs`, `until` and `cron`."
        : `\`until\` is no time: ${JSON.stringify(until)}. Write it as 2026-12-24T18:00:00Z, or as milliseconds since 1970.`;
    throw new StepFailure({ name: "ConfigError", message });
  }
  const reading = readCron(cron);
  if (!reading.ok) throw new StepFailure({ name: "ConfigError", message: reading.message });
  const dueAt = reading.next(dispatch.at);
  if (dueAt === undefined) {
    throw new StepFailure({ name: "ConfigError", message: `The time \`${cron}\` never comes. Change the expression.` });
  }
  return [{ kind: "wait", ordinal: 0, type: "delay", dueAt }];
}
