import { digestOf, isReference } from "../../engine/reference.ts";
import type { Json } from "../../workflow/json.ts";

/**
 * Reads a JSON text in which large values stand as references; `texts`: theirs, by digest. Each is parsed when somebody
 * first looks at it, so that a value which no expression mentions costs nothing.
 */
export function parseLazily(text: string, texts: Readonly<Record<string, string>> = {}): Json {
  const value = JSON.parse(text) as Json;
  if (Object.keys(texts).length === 0) return value;
  // One value that stands in several places is parsed once; nothing in expressions changes what it reads.
  const parsed = new Map<string, Json>();
  const parsedValue = (digest: string): Json => {
    const known = parsed.get(digest);
    if (known !== undefined) return known;
    const found = Object.hasOwn(texts, digest) ? texts[digest] : undefined;
    if (found === undefined) throw new Error(`The value ${digest} was not handed over.`);
    const made = JSON.parse(found) as Json;
    parsed.set(digest, made);
    attach(made);
    return made;
  };
  /** Gives each member that is a reference a getter for what it stands for. Of an artifact the outermost value is none. */
  const attach = (whole: Json): void => {
    const rest: Json[] = [whole];
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      if (typeof next !== "object" || next === null) continue;
      const holder = next;
      for (const [key, member] of Object.entries(holder) as [string, Json][]) {
        if (!isReference(member)) rest.push(member);
        else {
          const digest = digestOf(member);
          Object.defineProperty(holder, key, { get: () => parsedValue(digest), enumerable: true, configurable: true });
        }
      }
    }
  };
  attach(value);
  return value;
}
