const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Of versions up to `age` old, one is kept of each `apart`, ms. */
const paces = [
  { age: hour, apart: 0 },
  { age: day, apart: 10 * minute },
  { age: 30 * day, apart: day },
  { age: Number.POSITIVE_INFINITY, apart: 7 * day },
] as const;

/**
 * Which versions go, when there are too many: the older they are, the wider apart are those that stay, and of each
 * stretch of time the last one stays. More than `atMost` never do: then the oldest go too.
 */
export function thinVersions(
  versions: readonly { readonly revision: number; readonly at: number }[],
  now: number,
  atMost: number,
): readonly number[] {
  const kept = new Map<string, number>();
  const newestFirst = versions.toSorted((a, b) => b.revision - a.revision);
  const stay: number[] = [];
  for (const { revision, at } of newestFirst) {
    const { age, apart } = paces.find((pace) => now - at <= pace.age) ?? paces[paces.length - 1] ?? paces[0];
    const stretch = apart === 0 ? `${revision}` : `${age} ${Math.floor(at / apart)}`;
    if (kept.has(stretch)) continue;
    kept.set(stretch, revision);
    stay.push(revision);
  }
  const staying = new Set(stay.slice(0, atMost));
  return versions.map(({ revision }) => revision).filter((revision) => !staying.has(revision));
}
