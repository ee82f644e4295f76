import type { Json, JsonObject } from "../workflow/json.ts";
import { entries, fromSorted } from "./persistent/sortedMap.ts";
import type { Trail, TrailEntry } from "./trail.ts";
import type { Lineage } from "./workItem.ts";

/**
 * Writes each lineage and each trail once, however many work items share it. Which ones are the same is seen by what
 * they say, not by identity, so that equal states are written equally, whatever way led to them.
 */
export class LineEncoder {
  private readonly lines = new Shared<Lineage>();
  private readonly trails = new Shared<Trail>();

  line(lineage: Lineage): number {
    return this.lines.place(lineage, ({ scope, elements, trail, recoveries }) => ({
      ...(scope.length > 0 && { scope, elements }),
      ...(trail !== undefined && { trail: this.trail(trail) }),
      ...(Object.keys(recoveries).length > 0 && { recoveries }),
    }));
  }

  trail(trail: Trail): number {
    return this.trails.place(trail, (each) => [...entries(each)]);
  }

  encode(): { readonly lines: Json; readonly trails: Json } {
    return { lines: this.lines.written, trails: this.trails.written };
  }
}

class Shared<T> {
  readonly written: Json[] = [];
  private readonly places = new Map<T, number>();
  private readonly texts = new Map<string, number>();

  place(value: T, write: (value: T) => unknown): number {
    const known = this.places.get(value);
    if (known !== undefined) return known;
    const written = write(value) as Json;
    const text = JSON.stringify(written);
    const place = this.texts.get(text) ?? this.written.push(written) - 1;
    this.places.set(value, place);
    this.texts.set(text, place);
    return place;
  }
}

export interface LineDecoder {
  line(index: number): Lineage;
  trail(index: number | undefined): Trail;
}

export function decodeLines({ lines, trails }: JsonObject): LineDecoder {
  const decodedTrails = (trails as unknown as readonly (readonly [string, TrailEntry])[][]).map((list) =>
    fromSorted(list),
  );
  const trailAt = (index: number | undefined) => (index === undefined ? undefined : decodedTrails[index]);
  const decodedLines = (lines as unknown as readonly (Partial<Lineage> & { readonly trail?: number })[]).map(
    ({ scope = [], elements = [], trail, recoveries = {} }): Lineage => ({
      scope,
      elements,
      trail: trailAt(trail as number | undefined),
      recoveries,
    }),
  );
  return {
    line(index) {
      const line = decodedLines[index];
      if (line === undefined) throw new Error(`The snapshot has no line ${index}.`);
      return line;
    },
    trail: trailAt,
  };
}
