/** A duration in ms for reading: `0.4 s`, `12 s`, `2 min 5 s`, `3 h 10 min`, `2 d 4 h`. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return "–";
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1).replace(/\.0$/, "")} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return join(`${minutes} min`, seconds % 60, "s");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return join(`${hours} h`, minutes % 60, "min");
  return join(`${Math.floor(hours / 24)} d`, hours % 24, "h");
}

function join(head: string, rest: number, unit: string): string {
  return rest === 0 ? head : `${head} ${rest} ${unit}`;
}

/** Minutes and seconds of something that is running: `0:18`, `12:05`, `1:00:00`. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Bytes in decimal units: `512 B`, `18.2 kB`, `1.5 MB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return "–";
  let value = Math.abs(bytes);
  const sign = bytes < 0 ? "-" : "";
  const units = ["B", "kB", "MB", "GB", "TB"];
  let unit = 0;
  while (unit < units.length - 1 && Number(value.toFixed(value < 100 && unit > 0 ? 1 : 0)) >= 1000) {
    value /= 1000;
    unit++;
  }
  const digits = unit > 0 && value < 100 ? value.toFixed(1).replace(/\.0$/, "") : value.toFixed(0);
  return `${sign}${digits} ${units[unit]}`;
}

/** How long ago, or until: `just now`, `5 s ago`, `in 3 min`, `yesterday 18:20`, `28 Oct`, `28 Oct 2025`. */
export function formatRelative(at: number, now: number): string {
  const distance = now - at;
  const size = Math.abs(distance);
  const phrase = (text: string) => (distance >= 0 ? `${text} ago` : `in ${text}`);
  if (size < 2000) return distance >= 0 ? "just now" : "now";
  if (size < 60_000) return phrase(`${Math.floor(size / 1000)} s`);
  if (size < 3_600_000) return phrase(`${Math.floor(size / 60_000)} min`);
  const then = new Date(at);
  const today = new Date(now);
  const days = Math.round((startOfDay(today) - startOfDay(then)) / 86_400_000);
  if (days === 0) return phrase(`${Math.floor(size / 3_600_000)} h`);
  if (days === 1) return `yesterday ${clock.format(then)}`;
  if (days === -1) return `tomorrow ${clock.format(then)}`;
  return (then.getFullYear() === today.getFullYear() ? day : dayOfYear).format(then);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The time of day, with seconds: `14:02:11`. */
export function formatTime(at: number): string {
  return timeOfDay.format(at);
}

/** The exact local time, with seconds. */
export function formatExact(at: number): string {
  return exact.format(at);
}

/** The day and the time of day, to the minute: what is due then. */
export function formatDue(at: number): string {
  return toTheMinute.format(at);
}

/** A number with its thousands apart: `1,200`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** `1 step`, `7 steps`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

// Made once: making one costs a hundred times what it costs to use it, and some texts change in every frame.
// One clock everywhere: beside journals and axes to the millisecond, 2:02 PM would be a second way to read a time.
const hourCycle = "h23";
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle });
const timeOfDay = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle,
});
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle });
const toTheMinute = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle,
});
const counts = new Intl.NumberFormat("en");
