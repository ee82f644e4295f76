import { readCron } from "../../workflow/cron.ts";

export type Until = "for" | "until" | "cron";

/** The next times of a cron expression after `from`, epoch ms, or why there is none. */
export function nextTimes(
  cron: string,
  from: number,
  count: number,
): { readonly ok: true; readonly times: readonly number[] } | { readonly ok: false; readonly message: string } {
  const reading = readCron(cron);
  if (!reading.ok) return reading;
  const times: number[] = [];
  for (let at = reading.next(from); at !== undefined && times.length < count; at = reading.next(at)) times.push(at);
  return times.length > 0 ? { ok: true, times } : { ok: false, message: "This time never comes." };
}

/** A time as the field of a browser wants it, in the zone of this machine; `""`: it is none. */
export function asLocalTime(until: string | number): string {
  const at = new Date(until);
  if (Number.isNaN(at.getTime())) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The same time for the document: with its zone, so that every machine reads the same instant. */
export function fromLocalTime(text: string): string | null {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? null : at.toISOString().replace(/\.000Z$/, "Z");
}
