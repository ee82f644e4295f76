import type { Execution } from "./world.ts";

/** An execution with some of its calls replaced; the others go to the one that it stands before. */
export function withCalls(execution: Execution, calls: Partial<Execution>): Execution {
  return Object.assign(Object.create(execution) as Execution, calls);
}
