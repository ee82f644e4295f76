import type { Plan } from "../engine/plan.ts";

/**
 * Whether a regular expression is found in a text, in linear time: without look-around and back-references. Throws when
 * it is none.
 */
export type FindPattern = (pattern: string, text: string) => boolean;

/**
 * For the retry policies of one workflow. What finds patterns takes longer to begin than all of the engine, so that only
 * a run in which a policy looks at messages waits for it.
 */
export async function loadFindPattern({ steps }: Plan): Promise<FindPattern> {
  const asked = steps.some(
    ({ step: { retry } }) => retry?.on?.message !== undefined || retry?.notOn?.message !== undefined,
  );
  return asked ? (await import("./linearPattern.ts")).findPattern : findNothing;
}

function findNothing(pattern: string): never {
  throw new Error(`no retry policy of this workflow has the pattern ${pattern}`);
}
