const units: readonly (readonly [names: readonly string[], ms: number])[] = [
  [["ms", "millisecond", "milliseconds"], 1],
  [["s", "sec", "second", "seconds"], 1000],
  [["min", "m", "minute", "minutes"], 60_000],
  [["h", "hour", "hours"], 3_600_000],
  [["d", "day", "days"], 86_400_000],
];

export type ReadDuration =
  | { readonly ok: true; readonly ms: number | null }
  | { readonly ok: false; readonly message: string };

/** Reads `500 ms`, `1.5 s`, `2 min 30 s`, `1h`; a number alone is seconds, nothing is `null`. The result is in ms. */
export function readDuration(text: string): ReadDuration {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "") return { ok: true, ms: null };
  if (/^\d+(\.\d+)?$/.test(trimmed)) return { ok: true, ms: Math.round(Number(trimmed) * 1000) };
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/g)];
  const isWhole = parts.map(([part]) => part).join("") === trimmed && parts.length > 0;
  let ms = 0;
  for (const [, amount = "", name = ""] of isWhole ? parts : []) {
    const unit = units.find(([names]) => names.includes(name));
    if (unit === undefined) return { ok: false, message: `“${name}” is no unit. Write ms, s, min, h or d.` };
    ms += Number(amount) * unit[1];
  }
  return isWhole && Number.isFinite(ms)
    ? { ok: true, ms: Math.round(ms) }
    : { ok: false, message: "Write a duration, for example 500 ms, 1.5 s or 10 min." };
}

/** A duration in ms as it is written back into its field, exactly: `1.5 s`, `2 min 30 s`. */
export function durationText(ms: number): string {
  if (ms === 0) return "0 s";
  if (ms < 1000 || ms % 10 !== 0) return ms % 1000 === 0 ? `${ms / 1000} s` : exact(ms);
  if (ms < 60_000) return `${ms / 1000} s`;
  return exact(ms);
}

function exact(ms: number): string {
  let rest = ms;
  const parts: string[] = [];
  for (const [names, size] of units.toReversed()) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count} ${names[0]}`);
    rest -= count * size;
  }
  return parts.join(" ");
}
