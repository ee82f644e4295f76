import { Cron } from "croner";

/** A cron expression that can be read, or why not, for a person. */
export type CronReading =
  | {
      readonly ok: true;
      /** The first time after `from`, epoch ms, in the time zone of this machine; `undefined`: it never comes. */
      readonly next: (from: number) => number | undefined;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Reads five fields (minute, hour, day of month, month, day of week) with lists, ranges, steps and names, or a name
 * such as `@daily`. A time that a change of the clock leaves out comes at the first minute after it; one that it
 * brings twice comes once.
 */
export function readCron(source: string): CronReading {
  const text = source.trim();
  const fields = text.split(/\s+/);
  if (!text.startsWith("@") && fields.length !== 5) {
    const message = `A cron expression has five fields: minute, hour, day of the month, month, day of the week. This one has ${text === "" ? 0 : fields.length}. Example: \`0 9 * * MON-FRI\`.`;
    return { ok: false, message };
  }
  try {
    const cron = new Cron(text, { mode: "5-part", paused: true });
    return { ok: true, next: (from) => cron.nextRun(new Date(from))?.getTime() };
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    return { ok: false, message: `This is no cron expression: ${why}` };
  }
}
