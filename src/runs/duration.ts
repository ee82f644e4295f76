/** A length of time as people say it: `0.4 s`, `18 s`, `2 min 5 s`, `3 h 20 min`, `2 d 4 h`. */
export function duration(ms: number): string {
  const all = Math.max(0, ms);
  if (all < 1_000) return all < 100 ? `${Math.round(all)} ms` : `${(all / 1_000).toFixed(1)} s`;
  if (all < 10_000) return `${(Math.floor(all / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(all / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(minutes, "min", seconds % 60, "s");
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return pair(hours, "h", minutes % 60, "min");
  return pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** A time relative to `now`: `now`, `2 min ago`, `in 3 h`, `yesterday 18:20`, `28 Oct`. The exact one goes on hover. */
export function relativeTime(at: number, now: number): string {
  const ago = now - at;
  if (Math.abs(ago) < 5_000) return "now";
  if (ago < 0) return `in ${coarse(-ago)}`;
  if (ago < 3_600_000 * 12) return `${coarse(ago)} ago`;
  const day = new Date(at);
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  const clock = day.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  const sameYear = new Date(now).getFullYear() === day.getFullYear();
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(!sameYear && { year: "numeric" }) });
}

/** The largest unit only. */
function coarse(ms: number): string {
  return duration(ms < 60_000 ? Math.floor(ms / 1_000) * 1_000 : ms).split(" ").slice(0, 2).join(" ").replace(".0 s", " s");
}

function midnight(at: number): number {
  const day = new Date(at);
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
}

export function exactTime(at: number): string {
  const milliseconds = String(((at % 1_000) + 1_000) % 1_000).padStart(3, "0").slice(0, 3);
  return `${new Date(at).toLocaleString("en-GB")}.${milliseconds}`;
}

export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}

/** `18.2 kB`; decimal units. */
export function byteSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
