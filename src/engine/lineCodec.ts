import type { Json, JsonObject } from "../workflow/json.ts";
import { entries, fromSorted } from "./persistent/sortedMap.ts";
import type { Trail, TrailEntry } from "./trail.ts";
import type { Lineage } from "./workItem.ts";

/** Writes each lineage and each trail once, however many work items share it. */
export class LineEncoder {
  private readonly lines: Json[] = [];
  private readonly trails: Json[] = [];
  private readonly knownLines = new Map<Lineage, number>();
  private readonly knownTrails = new Map<Trail, number>();

  line(lineage: Lineage): number {
    const known = this.knownLines.get(lineage);
    if (known !== undefined) return known;
    const { scope, elements, trail, recoveries } = lineage;
    const encoded = {
      ...(scope.length > 0 && { scope, elements }),
      ...(trail !== undefined && { trail: this.trail(trail) }),
      ...(Object.keys(recoveries).length > 0 && { recoveries }),
    };
    this.lines.push(encoded as unknown as Json);
    this.knownLines.set(lineage, this.lines.length - 1);
    return this.lines.length - 1;
  }

  trail(trail: Trail): number {
    const known = this.knownTrails.get(trail);
    if (known !== undefined) return known;
    this.trails.push([...entries(trail)] as unknown as Json);
    this.knownTrails.set(trail, this.trails.length - 1);
    return this.trails.length - 1;
  }

  encode(): { readonly lines: Json; readonly trails: Json } {
    return { lines: this.lines, trails: this.trails };
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
