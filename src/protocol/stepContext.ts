/** What the code of a step may use, as TypeScript declarations for people and editors. */
export const stepContextDeclarations = `type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Event {
  readonly type: string;
  readonly data?: any;
  /** What a join gathered. */
  readonly events?: { readonly type: string; readonly data?: any; readonly item?: any; readonly index?: number }[];
}

/** What another step handed on, looking back along the line that led here. */
interface HandedOn {
  readonly output: any;
  readonly data: any;
  readonly exit: number | null;
  readonly outcome: string;
  readonly attempt: number;
  readonly count: number;
}

type StorePath = string | (string | number)[];

interface StepContext {
  /** Makes an event. Return it, return a list of them as a batch, or send it. */
  event(type: string, data?: Json): Event;
  /** Makes an event for one of this step's output ports. */
  to(port: string, data?: Json): Event;
  /** Sends an event while the code goes on. With \`onSuccess\` it is held until the step has succeeded. */
  send(event: Event, options?: { to?: string; onSuccess?: boolean }): Promise<void>;
  /** Writes an event to the run's stream only; it starts nothing. */
  publish(event: Event): void;
  /** Suspends the step until such an event comes. The code then runs again from the top and \`wait\` gives the event. */
  wait(type: string, options?: { id?: string; where?: { [key: string]: Json }; ask?: Event; timeoutMs?: number }): Promise<Event>;
  /** Keeps this event until one of each type is there; then gives all of them in the order of \`types\`, else null. */
  collect(types: string[], options?: { buffer?: string; key?: string }): Event[] | null;
  /** Values that all steps of the run share, by path: "orders.open" or ["orders", 0]. */
  store: {
    get(path?: StorePath): Promise<any>;
    set(path: StorePath, value: Json): Promise<void>;
    update(path: StorePath, change: (value: any) => Json | Promise<Json>): Promise<any>;
    delete(path: StorePath): Promise<void>;
  };
  /** Calls \`make\` the first time only; later attempts and runs from the top get the recorded value. */
  once<T>(key: string, make: () => T | Promise<T>): Promise<T>;
  /** What the step handed on that led here; undefined when it did not. */
  step(id: string): Promise<HandedOn | undefined>;
  /** Which try this is, when the first began (epoch ms), and what failed before. */
  readonly attempt: { readonly number: number; readonly firstAt: number; readonly lastError?: { readonly name: string; readonly message: string } };
  /** Writes a line to the log of this execution, as console.log does. */
  log(...values: unknown[]): void;
  /** What steps that led here handed on, by id: \`ctx.steps.fetch.output\`. */
  readonly steps: { readonly [id: string]: HandedOn | undefined };
  /** The input of the run. */
  readonly input: any;
  /** The element that this line of a batch began with, and its place. */
  readonly item: any;
  readonly index: number | undefined;
  /** The elements of the outer batches. */
  readonly items: any[];
  readonly run: { readonly id: string };
}
`;

/** One entry of the code editor's completion. */
export interface StepCompletion {
  /** What is typed: `ctx.send`, `event.data`. */
  readonly label: string;
  readonly kind: "method" | "property";
  /** Its parameters, beside the label. */
  readonly detail: string;
  /** One or two sentences. */
  readonly info: string;
}

export const stepCompletions: readonly StepCompletion[] = [
  { label: "event.type", kind: "property", detail: "string", info: "The type of the event that started this step." },
  { label: "event.data", kind: "property", detail: "any", info: "What the event carries." },
  { label: "event.events", kind: "property", detail: "Event[]", info: "What a join gathered." },
  method("event", "(type, data?)", "Makes an event. Return it, return a list of them as a batch, or send it."),
  method("to", "(port, data?)", "Makes an event for one of this step's output ports."),
  method("send", "(event, { to?, onSuccess? })", "Sends an event while the code goes on. Await it."),
  method("publish", "(event)", "Writes an event to the run's stream only; it starts nothing."),
  method(
    "wait",
    "(type, { id?, where?, ask?, timeoutMs? })",
    "Suspends the step until such an event comes; then the code runs again from the top and wait gives the event.",
  ),
  method(
    "collect",
    "(types, { buffer?, key? })",
    "Keeps this event until one of each type is there; then gives all of them in the order of types, else null.",
  ),
  method("store.get", "(path?)", "Reads a value that all steps of the run share. Await it."),
  method("store.set", "(path, value)", "Writes a value that all steps of the run share. Await it."),
  method("store.update", "(path, change)", "Changes a shared value in one piece, whoever else changes it. Await it."),
  method("store.delete", "(path)", "Takes a shared value away. Await it."),
  method("once", "(key, make)", "Calls make the first time only; later attempts get the recorded value. Await it."),
  method("step", "(id)", "What the step handed on that led here: output, data, exit, outcome. Await it."),
  method("log", "(...values)", "Writes a line to the log of this execution."),
  property(
    "attempt",
    "{ number, firstAt, lastError? }",
    "Which try this is, when the first began, and what failed before.",
  ),
  property("steps", "{ [id]: { output, data, exit, outcome } }", "What steps that led here handed on."),
  property("input", "any", "The input of the run."),
  property("item", "any", "The element that this line of a batch began with."),
  property("index", "number", "The place of the element in its batch."),
  property("items", "any[]", "The elements of the outer batches."),
  property("run.id", "string", "The id of this run."),
];

function method(name: string, detail: string, info: string): StepCompletion {
  return { label: `ctx.${name}`, kind: "method", detail, info };
}

function property(name: string, detail: string, info: string): StepCompletion {
  return { label: `ctx.${name}`, kind: "property", detail, info };
}
