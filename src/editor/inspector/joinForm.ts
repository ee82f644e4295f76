import type { Join } from "../../workflow/workflow.ts";

/** When a step that gathers events is started. */
export type Gathering = "each" | "one-of-each" | "batch" | "first";

export interface JoinForm {
  readonly gathering: Gathering;
  /** Of `first`. */
  readonly take: number;
  readonly order: "list" | "arrival";
}

export function readJoin(join: Join | undefined): JoinForm {
  const plain = { take: 1, order: "list" } as const;
  if (join === undefined || join === "each") return { ...plain, gathering: "each" };
  if (join === "one-of-each") return { ...plain, gathering: "one-of-each" };
  const order = join.order ?? "list";
  return join.batch === "all"
    ? { gathering: "batch", take: 1, order }
    : { gathering: "first", take: join.batch.take, order };
}

/** `undefined`: every event by itself, which is what a step does without the field. */
export function writeJoin({ gathering, take, order }: JoinForm): Join | undefined {
  if (gathering === "each") return undefined;
  if (gathering === "one-of-each") return "one-of-each";
  const batch = gathering === "batch" ? ("all" as const) : { take };
  return order === "list" ? { batch } : { batch, order };
}
