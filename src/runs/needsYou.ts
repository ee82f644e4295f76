import { originOf } from "../editor/canvas/changedKeys.ts";
import { bytesOf, isReference } from "../engine/reference.ts";
import type { ParkedView, StateView, StepView, UncertainView, WaiterView } from "../engine/view.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../workflow/json.ts";
import type { StepId } from "../workflow/workflow.ts";

/** Parts of a question that it is not drawn without. */
const loadedParts = ["question", "form", "prefill", "download"] as const;

/** An open question to a person, read from its waiter (R76). */
export interface OpenAsk {
  readonly step: StepId;
  /** What the answer names. */
  readonly ask: string;
  readonly question: string;
  readonly show?: Json;
  readonly form?: JsonSchema;
  readonly prefill?: Json;
  readonly choices: readonly string[];
  /** A file to hand to the person; to take it is the answer. */
  readonly download?: OfferedFile;
  /** Epoch ms. */
  readonly deadlineAt?: number;
  /** What of it is too large to stand here, as references: it is loaded before the question is drawn. */
  readonly large?: Readonly<Partial<Record<(typeof loadedParts)[number] | "show", Json>>>;
}

/** What a `file` step wrote where there is no runner. */
export interface OfferedFile {
  readonly name: string;
  readonly encoding: "utf8" | "base64";
  readonly content: string;
}

/** Failed items of one step that wait for a decision (R70). */
export interface ParkedGroup {
  readonly step: StepId;
  /** How many there are; the view may show fewer of them. */
  readonly count: number;
  readonly items: readonly ParkedView[];
}

/** Everything of a run that waits for a person, steps in declaration order. */
export interface NeedsYou {
  readonly asks: readonly OpenAsk[];
  readonly uncertain: readonly UncertainView[];
  readonly parked: readonly ParkedGroup[];
}

/** Bytes of JSON of what a question shows; more of it waits for a click. */
const shownAtOnce = 1_048_576;

const nothing: NeedsYou = { asks: [], uncertain: [], parked: [] };

/** What was found in a table of steps. */
const found = new WeakMap<StateView["steps"], NeedsYou>();

/** The same object as before when none of the steps that changed needs or needed anybody: the page asks at each update. */
export function needsYouOf({ lifecycle, steps }: Pick<StateView, "lifecycle" | "steps">): NeedsYou {
  // An ended run asks nothing more, whatever its last state still names.
  if (lifecycle === "completed") return nothing;
  const needs = found.get(steps) ?? asBefore(steps) ?? readNeeds(steps);
  found.set(steps, needs);
  return needs;
}

function asBefore(steps: StateView["steps"]): NeedsYou | undefined {
  const origin = originOf(steps);
  if (origin === null) return undefined;
  const { before, changed } = origin;
  return changed.some((step) => needsSomebody(before[step]) || needsSomebody(steps[step]))
    ? undefined
    : found.get(before);
}

function needsSomebody(step: StepView | undefined): boolean {
  return step !== undefined && (waitsForYou(step) || step.uncertain.length > 0 || step.parked !== undefined);
}

function readNeeds(table: StateView["steps"]): NeedsYou {
  const steps = Object.entries(table);
  return {
    asks: steps.flatMap(([step, { waiters }]) =>
      waiters.flatMap((waiter) => {
        const ask = readAsk(step, waiter);
        return ask === null ? [] : [ask];
      }),
    ),
    uncertain: steps.flatMap(([, { uncertain }]) => uncertain),
    parked: steps.flatMap(([step, { parked, parkedCount }]) =>
      parked === undefined ? [] : [{ step, count: parkedCount ?? parked.length, items: parked }],
    ),
  };
}

export function countOf({ asks, uncertain, parked }: NeedsYou): number {
  const items = parked.reduce((sum, { count }) => sum + count, 0);
  return asks.length + uncertain.length + items;
}

export function waitsForYou(step: StepView): boolean {
  return step.waiters.some((waiter) => waiter.ask?.type === "Ask");
}

/** `null` for a waiter that asks nobody. */
function readAsk(step: StepId, waiter: WaiterView): OpenAsk | null {
  if (waiter.ask?.type !== "Ask") return null;
  const data: JsonObject = isJsonObject(waiter.ask.data) ? waiter.ask.data : {};
  const where = waiter.where?.ask;
  return {
    step,
    ask: typeof where === "string" ? where : typeof data.ask === "string" ? data.ask : waiter.waiter,
    question: typeof data.question === "string" ? data.question : "",
    ...(data.show !== undefined && { show: data.show }),
    ...((isJsonObject(data.form) || typeof data.form === "boolean") && { form: data.form as JsonSchema }),
    ...(data.prefill !== undefined && { prefill: data.prefill }),
    ...(isOfferedFile(data.download) && { download: data.download }),
    ...largeParts(data),
    choices: Array.isArray(data.choices) ? data.choices.filter((choice) => typeof choice === "string") : [],
    ...deadline(waiter, data),
  };
}

function largeParts(data: JsonObject): Pick<OpenAsk, "large"> {
  const large = loadedParts.filter((part) => {
    const value = data[part];
    return isReference(value) || (part === "download" && isJsonObject(value) && isReference(value.content));
  });
  // What a person must see to answer is there without a click, as long as it is quickly drawn.
  if (isReference(data.show) && bytesOf(data.show) <= shownAtOnce) return namedIn(data, [...large, "show"]);
  return namedIn(data, large);
}

function namedIn(data: JsonObject, large: readonly string[]): Pick<OpenAsk, "large"> {
  return large.length === 0 ? {} : { large: Object.fromEntries(large.map((part) => [part, data[part]])) };
}

function isOfferedFile(value: Json | undefined): value is OfferedFile & JsonObject {
  return isJsonObject(value) && typeof value.name === "string" && typeof value.content === "string";
}

function deadline(waiter: WaiterView, data: JsonObject): { readonly deadlineAt?: number } {
  if (waiter.deadlineAt !== undefined) return { deadlineAt: waiter.deadlineAt };
  return typeof data.deadlineAt === "number" ? { deadlineAt: data.deadlineAt } : {};
}
