import type { Dispatch } from "../effect.ts";
import type { Event } from "../event.ts";
import { values } from "../persistent/sortedMap.ts";

/** What a dispatch sees of a buffer, in order. */
export function toEvents(dispatch: Dispatch | undefined, buffer: string): readonly Event[] {
  return [...values(dispatch?.buffers[buffer])];
}
