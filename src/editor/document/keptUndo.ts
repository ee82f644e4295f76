import type { Edit } from "../../workflow/edits/edit.ts";
import type { Json } from "../../workflow/json.ts";

/** What can be taken back and done again, without when it was done. */
export interface Undoable {
  readonly label: string;
  readonly inverse: Edit;
}

export interface UndoPiles {
  readonly past: readonly Undoable[];
  readonly future: readonly Undoable[];
}

/** Characters of JSON, steps of undo. */
const bounds = { length: 400_000, past: 100, future: 50 };

const lengths = new WeakMap<Edit, number>();

function lengthOf({ inverse }: Undoable): number {
  const known = lengths.get(inverse);
  if (known !== undefined) return known;
  const length = JSON.stringify(inverse).length;
  lengths.set(inverse, length);
  return length;
}

/** The newest of both piles, as many as are worth keeping over a reload. */
export function packUndo({ past, future }: UndoPiles): Json {
  let left = bounds.length;
  const newest = (pile: readonly Undoable[], most: number): readonly Undoable[] => {
    const kept: Undoable[] = [];
    for (const done of pile.slice(-most).reverse()) {
      left -= lengthOf(done);
      if (left < 0) break;
      kept.push({ label: done.label, inverse: done.inverse });
    }
    return kept.reverse();
  };
  return { past: newest(past, bounds.past), future: newest(future, bounds.future) } as unknown as Json;
}

/** What was kept with exactly this revision of the document; nothing otherwise. */
export function readUndo(draft: Json | null, revision: number): UndoPiles {
  const nothing: UndoPiles = { past: [], future: [] };
  const kept = draft as { readonly revision?: unknown; readonly undo?: Partial<UndoPiles> } | null;
  if (typeof kept !== "object" || kept === null || kept.revision !== revision) return nothing;
  const { past, future } = kept.undo ?? {};
  if (!isPile(past) || !isPile(future)) return nothing;
  return { past, future };
}

function isPile(pile: unknown): pile is readonly Undoable[] {
  return (
    Array.isArray(pile) &&
    pile.every((done) => typeof done?.label === "string" && Array.isArray((done as Partial<Undoable>).inverse?.changes))
  );
}
