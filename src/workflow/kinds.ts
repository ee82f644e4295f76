import { asArgument, duration, firstLine, firstTelling, inOneLine } from "./cardText.ts";
import type { Step, StepConfigs, StepKind } from "./workflow.ts";

type Access = "none" | "read" | "write";

/** All that is known of a kind without running it. Executors and forms stand in lists of their own, by the same keys. */
export interface KindDefinition<K extends StepKind = StepKind> {
  readonly title: string;
  /** One line of the palette. */
  readonly about: string;
  /** Where it can run: in every workflow, or in scenarios only. */
  readonly available: "now" | "scenarios";
  /** What it counts against beside `maxParallel` (T11). */
  readonly lane: "command" | "agent" | "other";
  /** Output ports without `error`, in the order in which they are drawn. */
  readonly ports: (config: StepConfigs[K]) => readonly string[];
  /** Has an `error` port. */
  readonly canFail: boolean;
  /** May have further ports, named by `emits` and `batches`. */
  readonly ownPorts: boolean;
  /** Goes on while the run is paused, and reports (R47, T19). */
  readonly external: boolean;
  /**
   * Nobody outside the run can tell that one of its executions began, before what came of it is journaled: it may begin
   * while the commit of its dispatch is still under way.
   */
  readonly unseen: boolean;
  /** ms; left out: none. */
  readonly timeoutMs?: number;
  /** What happens to an execution that was cut off (T19). */
  readonly onInterrupt: (config: StepConfigs[K]) => "rerun" | "ask";
  readonly access: (config: StepConfigs[K]) => Access;
  /** What the editor begins a new step with. */
  readonly newConfig: StepConfigs[K];
  /** The line under a card's title; empty when there is nothing to say yet. */
  readonly summary: (config: StepConfigs[K]) => string;
}

const rerun = () => "rerun" as const;
const ask = () => "ask" as const;
const none = () => "none" as const;
const done = () => ["done"];

export const kinds: { readonly [K in StepKind]: KindDefinition<K> } = {
  code: {
    title: "Code",
    about: "TypeScript or JavaScript",
    available: "now",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: true,
    external: false,
    unseen: true,
    onInterrupt: rerun,
    access: none,
    newConfig: { source: "export default (event, ctx) => {\n  return event.data;\n};\n" },
    summary: ({ source }) => firstTelling(source),
  },
  transform: {
    title: "Transform",
    about: "A JSONata expression",
    available: "now",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: false,
    unseen: true,
    onInterrupt: rerun,
    access: none,
    newConfig: { expression: "event.data" },
    summary: ({ expression }) => inOneLine(expression),
  },
  branch: {
    title: "Branch",
    about: "Conditions choose the way",
    available: "now",
    lane: "other",
    ports: ({ cases, else: otherwise }) => unique([...cases.map(({ port }) => port), otherwise]),
    canFail: true,
    ownPorts: false,
    external: false,
    unseen: true,
    onInterrupt: rerun,
    access: none,
    newConfig: { cases: [{ port: "yes", when: "event.data" }], else: "no" },
    summary: ({ cases, else: otherwise }) => [...cases.map(({ port }) => port), `else ${otherwise}`].join(" · "),
  },
  "fan-out": {
    title: "Fan out",
    about: "One event per element",
    available: "now",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: false,
    unseen: true,
    onInterrupt: rerun,
    access: none,
    newConfig: { items: "event.data" },
    summary: ({ items }) => `each of ${inOneLine(items)}`,
  },
  join: {
    title: "Join",
    about: "Waits for all, or some",
    available: "now",
    lane: "other",
    ports: done,
    canFail: false,
    ownPorts: false,
    external: false,
    unseen: true,
    onInterrupt: rerun,
    access: none,
    newConfig: {},
    summary: () => "waits until all have arrived",
  },
  http: {
    title: "HTTP",
    about: "A request to a server",
    available: "now",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: true,
    unseen: false,
    timeoutMs: 300_000,
    onInterrupt: ({ method }) => (isSafe(method) ? "rerun" : "ask"),
    access: none,
    newConfig: { method: "GET", url: "https://" },
    summary: ({ method, url }) => `${(method ?? "GET").toUpperCase()} ${url}`,
  },
  command: {
    title: "Command",
    about: "A program on your machine",
    available: "now",
    lane: "command",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: true,
    unseen: false,
    timeoutMs: 600_000,
    // The runner knows what became of it; this is for one whose runner is gone (T18, T38).
    onInterrupt: ask,
    access: () => "read",
    newConfig: { argv: [] },
    summary: ({ argv, shell }) => (shell ? firstLine(shell.line) : (argv ?? []).map(asArgument).join(" ")),
  },
  file: {
    title: "File",
    about: "Reads and writes files",
    available: "now",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: true,
    unseen: false,
    onInterrupt: ({ operation }) => (operation === "write" ? "ask" : "rerun"),
    access: ({ operation }) => (operation === "write" ? "write" : "read"),
    newConfig: { operation: "read", path: "" },
    summary: ({ operation, path }) => `${operation} ${path}`,
  },
  agent: {
    title: "Agent",
    about: "A language model answers",
    available: "now",
    lane: "agent",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: true,
    unseen: false,
    timeoutMs: 300_000,
    onInterrupt: ask,
    access: none,
    // Named, so that the runner is asked by the attempt's key after a load (T18); without a name T19 asks a person.
    newConfig: { prompt: "", via: "runner" },
    summary: ({ prompt, messages }) => firstLine(prompt ?? messages?.at(-1)?.content ?? ""),
  },
  ask: {
    title: "Ask",
    about: "A question to a person",
    available: "now",
    lane: "other",
    ports: ({ choices }) => (choices && choices.length > 0 ? unique(choices) : ["done"]),
    canFail: true,
    ownPorts: false,
    external: false,
    unseen: false,
    onInterrupt: rerun,
    access: none,
    newConfig: { question: "Go on?", choices: ["yes", "no"] },
    summary: ({ question }) => firstLine(question ?? "").replaceAll("**", ""),
  },
  delay: {
    title: "Delay",
    about: "Waits for a time",
    available: "now",
    lane: "other",
    ports: done,
    canFail: false,
    ownPorts: false,
    external: false,
    unseen: false,
    onInterrupt: rerun,
    access: none,
    newConfig: { forMs: 1000 },
    summary: ({ forMs, until, cron }) =>
      forMs !== undefined
        ? `for ${duration(forMs)}`
        : until !== undefined
          ? `until ${until}`
          : cron !== undefined
            ? `until ${cron}`
            : "",
  },
  workflow: {
    title: "Workflow",
    about: "Another one as a step",
    available: "now",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: false,
    external: false,
    unseen: false,
    onInterrupt: rerun,
    access: none,
    newConfig: { workflow: "" },
    // An id that the page gave tells a person nothing.
    summary: ({ workflow }) =>
      typeof workflow !== "string"
        ? text(workflow.name)
        : /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(workflow)
          ? "runs another workflow"
          : workflow,
  },
  stop: {
    title: "Stop",
    about: "Ends with a result",
    available: "now",
    lane: "other",
    ports: () => [],
    canFail: false,
    ownPorts: false,
    external: false,
    unseen: true,
    onInterrupt: rerun,
    access: none,
    newConfig: {},
    summary: ({ result }) => (result === undefined ? "ends the run" : inOneLine(result)),
  },
  scripted: {
    title: "Scripted",
    about: "Its executions are finished by a scenario",
    available: "scenarios",
    lane: "other",
    ports: done,
    canFail: true,
    ownPorts: true,
    external: false,
    unseen: false,
    onInterrupt: rerun,
    access: none,
    newConfig: {},
    summary: () => "",
  },
};

export const stepKinds = Object.keys(kinds) as readonly StepKind[];

export function isStepKind(kind: unknown): kind is StepKind {
  return typeof kind === "string" && Object.hasOwn(kinds, kind);
}

/** The definition of a step's kind, over any config. */
export function kindOf(step: Pick<Step, "kind">): KindDefinition {
  return kinds[step.kind] as KindDefinition;
}

/** Output ports of a step in the order in which they are drawn; `error` is the last. */
export function portsOf(step: Step): readonly string[] {
  // One list leaves it, whatever its kind (R72).
  if (step.forEach !== undefined) return ["done", "error"];
  const kind = kindOf(step);
  const own = kind.ownPorts ? [...Object.keys(step.emits ?? {}), ...Object.keys(step.batches ?? {})] : [];
  const ports = unique([...kind.ports(step.config), ...own]).filter((port) => port !== "error");
  return kind.canFail ? [...ports, "error"] : ports;
}

/** Event types that leave a port: of single events, and of the members of a list. */
export function typesOf(step: Step, port: string): readonly string[] {
  return unique([own(step.emits, port), own(step.batches, port)].filter((type) => type !== undefined));
}

/** The line under a card's title. */
export function summaryOf(step: Step): string {
  return kindOf(step).summary(step.config);
}

/** For one execution, ms; `undefined`: no limit. */
export function timeoutOf(step: Step): number | undefined {
  return step.timeoutMs ?? kindOf(step).timeoutMs;
}

/** How many executions at once. */
export function workersOf(step: Step): number {
  return step.workers ?? (step.needs === undefined ? 4 : 1);
}

/** What happens to an execution that was cut off (T19). */
export function onInterruptOf(step: Step): "rerun" | "ask" {
  return step.onInterrupt ?? kindOf(step).onInterrupt(step.config);
}

/** What a step does to its workspace (T12). */
export function accessOf(step: Step): Access {
  return step.access ?? kindOf(step).access(step.config);
}

/** Whether a request can be repeated without harm. */
function isSafe(method: string | undefined): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes((method ?? "GET").toUpperCase());
}

function own(record: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
