import { deepEqual } from "../engine/deepEqual.ts";
import { handedOnOf } from "../engine/handedOn.ts";
import { ownEntry } from "../engine/ownEntry.ts";
import type { Retold } from "../engine/retelling.ts";
import type { Json, JsonSchema } from "../workflow/json.ts";
import { findStep, scopeOf, workflowAt } from "../workflow/subWorkflows.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import type { Outside } from "./outside.ts";

/** Values of one schema that are looked at: a long run holds more of the same. */
const mostLookedAt = 2_000;
/** Values that the sandbox has before it at once. */
const atOnce = 64;

/** Values of a journal that another version of its workflow would not have let pass. */
export interface SchemaMisfit {
  readonly kind: "schema";
  readonly of:
    | { readonly kind: "input" | "store" }
    | { readonly kind: "output"; readonly step: StepId }
    | { readonly kind: "event"; readonly type: string };
  readonly count: number;
  /** The tick of the run that holds the first of them. */
  readonly seq: number;
  /** What is wrong with that one, and where in it. */
  readonly pointer: string;
  readonly message: string;
  /** There were more values, which nobody looked at. */
  readonly more: boolean;
}

export interface SchemaFit {
  /** Looks at what these ticks hold. */
  look(told: readonly Retold[]): Promise<void>;
  /** Looks at the store behind the last of them, the tick `seq` of the run. */
  lookAtStore(store: Json, seq: number): Promise<void>;
  misfits(): readonly SchemaMisfit[];
}

interface Place {
  readonly of: SchemaMisfit["of"];
  readonly schema: JsonSchema;
  looked: number;
  more: boolean;
  found: SchemaMisfit | undefined;
}

/**
 * Whether what a run holds fits the schemas of another version of its workflow, where these are others than it had.
 * Nothing checks a value again that is in a journal: steps behind it would meet data that their version excludes.
 */
export function createSchemaFit(
  workflows: { readonly old: Workflow; readonly now: Workflow },
  validate: Outside["validate"],
  resolve: (value: Json) => Promise<Json>,
): SchemaFit {
  const { old, now } = workflows;
  const places = new Map<string, Place | null>();

  function place(key: string, of: Place["of"], before: JsonSchema | undefined, schema: JsonSchema | undefined) {
    const known = places.get(key);
    if (known !== undefined) return known;
    const isOther = schema !== undefined && !deepEqual((before ?? null) as Json, schema as Json);
    const found = isOther ? { of, schema, looked: 0, more: false, found: undefined } : null;
    places.set(key, found);
    return found;
  }

  const outputOf = (step: StepId): Place | null =>
    place(`output ${step}`, { kind: "output", step }, findStep(old, step)?.output, findStep(now, step)?.output);

  function eventOf(scope: string, type: string): Place | null {
    const schemaIn = (workflow: Workflow) => ownEntry(workflowAt(workflow, scope)?.events ?? {}, type)?.schema;
    return place(`event ${scope} ${type}`, { kind: "event", type }, schemaIn(old), schemaIn(now));
  }

  async function check(place: Place, seq: number, value: Json): Promise<void> {
    if (place.looked >= mostLookedAt) {
      place.more = true;
      return;
    }
    place.looked++;
    const [wrong] = await validate(place.schema, await resolve(value));
    if (wrong === undefined) return;
    const { found } = place;
    place.found =
      found !== undefined && found.seq <= seq
        ? { ...found, count: found.count + 1 }
        : { kind: "schema", of: place.of, seq, count: (found?.count ?? 0) + 1, more: false, ...wrong };
  }

  function* valuesIn({ tick, step, gathers }: Retold): Generator<readonly [Place | null, Json | undefined]> {
    const scope = step === undefined ? "" : scopeOf(step);
    if (tick.kind === "run-started") yield [place("input", { kind: "input" }, old.input, now.input), tick.input];
    if (tick.kind === "event-added" || tick.kind === "event-published")
      yield [eventOf(scope, tick.event.type), tick.event.data];
    if (step === undefined || (tick.kind !== "execution-finished" && tick.kind !== "recovery-decided")) return;
    const known = findStep(now, step);
    if (known === undefined) return;
    if (tick.kind === "execution-finished") {
      for (const result of tick.results) {
        if (result.kind === "send") yield [eventOf(scope, result.event.type), result.event.data];
        if (result.kind !== "return") continue;
        for (const event of Array.isArray(result.value) ? result.value : [result.value])
          if (isTyped(event)) yield [eventOf(scope, event.type), event.data ?? result.data];
      }
    }
    const handed = gathers ? undefined : handedOnOf(known, tick, step);
    if (handed?.outcome === "success") yield [outputOf(step), handed.output];
  }

  return {
    async look(told) {
      let checks: Promise<void>[] = [];
      for (const each of told) {
        for (const [place, value] of valuesIn(each)) {
          if (place === null || value === undefined) continue;
          checks.push(check(place, each.of, value));
          if (checks.length < atOnce) continue;
          await Promise.all(checks);
          checks = [];
        }
      }
      await Promise.all(checks);
    },
    async lookAtStore(store, seq) {
      const found = place("store", { kind: "store" }, old.store, now.store);
      if (found !== null) await check(found, seq, store);
    },
    misfits: () =>
      [...places.values()].flatMap((place) => (place?.found ? [{ ...place.found, more: place.more }] : [])),
  };
}

function isTyped(value: unknown): value is { readonly type: string; readonly data?: Json } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
