import { kindOf, portsOf } from "../kinds.ts";
import { isEventType, isStepId } from "../names.ts";
import type { Problem } from "../problem.ts";
import type { RetryPolicy, Wait } from "../retryPolicy.ts";
import type { Step, StepId, Workflow } from "../workflow.ts";
import { atDocument, atStep } from "./finding.ts";
import type { Graph } from "./graph.ts";

/** V5 and V6: names, ranges, ports and triggers. */
export function checkFields({ workflow, steps }: Graph): readonly Problem[] {
  return [
    ...Object.keys(workflow.events ?? {})
      .filter((type) => !isEventType(type))
      .map((type) => atDocument("V5", badType(type), { path: ["events", type], event: type })),
    ...checkLimits(workflow),
    ...steps.flatMap(([id, step]) => [
      ...checkNames(id, step),
      ...checkTrigger(id, step),
      ...checkPorts(id, step),
      ...checkRanges(id, step),
      ...(step.retry ? checkRetry(id, step.retry) : []),
    ]),
    ...checkHandlers(steps),
  ];
}

function checkLimits({ limits = {} }: Workflow): readonly Problem[] {
  return Object.entries(limits)
    .filter(([, value]) => typeof value === "number" && !isCount(value))
    .map(([key, value]) =>
      atDocument("V5", `\`${key}\` must be a whole number from 1; it is ${value}.`, { path: ["limits", key] }),
    );
}

function checkNames(id: StepId, step: Step): readonly Problem[] {
  const idProblem = isStepId(id)
    ? []
    : [atStep("V5", id, "An id begins with a small letter and goes on with up to 62 small letters, digits, _ or -.")];
  const types = [
    ...(step.accepts ?? []).map((type, i) => [type, ["accepts", i]] as const),
    ...Object.entries(step.emits ?? {}).map(([port, type]) => [type, ["emits", port]] as const),
    ...Object.entries(step.batches ?? {}).map(([port, type]) => [type, ["batches", port]] as const),
  ];
  return [
    ...idProblem,
    ...types
      .filter(([type]) => !isEventType(type))
      .map(([type, path]) => atStep("V5", id, badType(type), { path, event: type })),
  ];
}

function badType(type: string): string {
  return `${JSON.stringify(type)} is no event type: one begins with a capital letter and goes on with letters and digits.`;
}

function checkTrigger(id: StepId, step: Step): readonly Problem[] {
  const { accepts, needs } = step;
  if (accepts !== undefined && needs !== undefined) {
    return [
      atStep("V5", id, "A step has `accepts` (events start it) or `needs` (it is a task), not both. Remove one."),
    ];
  }
  if (accepts === undefined && needs === undefined) {
    return [atStep("V5", id, "Nothing starts this step. Give it `accepts` or `needs`.")];
  }
  const misplaced =
    needs === undefined ? (["when", "allowFailure", "always"] as const).filter((key) => step[key] !== undefined) : [];
  return [
    ...misplaced.map((key) =>
      atStep("V5", id, `\`${key}\` is for tasks only; this step is started by events.`, { path: [key] }),
    ),
    ...(needs !== undefined && step.join !== undefined && step.join !== "each"
      ? [atStep("V5", id, "A task joins by its `needs`; remove `join`.", { path: ["join"] })]
      : []),
  ];
}

function checkPorts(id: StepId, step: Step): readonly Problem[] {
  const ports = portsOf(step);
  const known = ports.length === 0 ? "It has no outputs." : `It has ${ports.map((port) => `\`${port}\``).join(", ")}.`;
  const { title, ownPorts } = kindOf(step);
  const lists = step.kind === "fan-out" || ownPorts;
  return [
    ...Object.keys(step.emits ?? {})
      .filter((port) => !ports.includes(port))
      .map((port) => atStep("V5", id, `There is no output \`${port}\`. ${known}`, { path: ["emits", port] })),
    ...Object.keys(step.batches ?? {})
      .filter((port) => !lists || !ports.includes(port))
      .map((port) =>
        atStep(
          "V5",
          id,
          lists ? `There is no output \`${port}\`. ${known}` : `A ${title} step returns no lists. Use \`emits\`.`,
          {
            path: ["batches", port],
          },
        ),
      ),
    ...(step.kind === "fan-out" && step.emits && Object.hasOwn(step.emits, "done")
      ? [atStep("V5", id, "A fan-out returns a list: name its type in `batches`.", { path: ["emits", "done"] })]
      : []),
  ];
}

function checkRanges(id: StepId, step: Step): readonly Problem[] {
  const found: Problem[] = [];
  const check = (key: keyof Step & string, holds: (value: number) => boolean, what: string) => {
    const value = step[key];
    if (typeof value === "number" && !holds(value)) {
      found.push(atStep("V5", id, `\`${key}\` must be ${what}; it is ${value}.`, { path: [key] }));
    }
  };
  check("workers", isCount, "a whole number from 1");
  check("timeoutMs", isCount, "a whole number of milliseconds from 1");
  check("ownerLostMs", isDuration, "a number of milliseconds from 0");
  check("perSecond", (value) => value > 0 && Number.isFinite(value), "a number above 0");
  check("maxOutputBytes", isCount, "a whole number of bytes from 1");
  if (step.maxRecoveries !== undefined && !isCount(step.maxRecoveries)) {
    found.push(
      atStep("V6", id, `\`maxRecoveries\` must be a whole number from 1; it is ${step.maxRecoveries}.`, {
        path: ["maxRecoveries"],
      }),
    );
  }
  if (typeof step.join === "object" && typeof step.join.batch === "object" && !isCount(step.join.batch.take)) {
    found.push(atStep("V5", id, "`take` must be a whole number from 1.", { path: ["join", "batch", "take"] }));
  }
  return found;
}

function checkRetry(id: StepId, retry: RetryPolicy): readonly Problem[] {
  const found: Problem[] = [];
  const problem = (path: readonly (string | number)[], message: string) =>
    found.push(atStep("V5", id, message, { path: ["retry", ...path] }));
  if (!isCount(retry.maxAttempts)) {
    problem(["maxAttempts"], `\`maxAttempts\` must be a whole number from 1; it is ${retry.maxAttempts}.`);
  }
  if (retry.stopAfterMs !== undefined && !isDuration(retry.stopAfterMs)) {
    problem(["stopAfterMs"], `\`stopAfterMs\` must be a number of milliseconds from 0; it is ${retry.stopAfterMs}.`);
  }
  checkWait(retry.wait, ["wait"], problem);
  for (const key of ["on", "notOn"] as const) {
    const message = retry[key]?.message;
    if (message !== undefined && !isPattern(message)) problem([key, "message"], "This is no regular expression.");
  }
  return found;
}

function checkWait(
  wait: Wait,
  path: readonly (string | number)[],
  problem: (path: readonly (string | number)[], message: string) => void,
): void {
  const durations = (values: Readonly<Record<string, number | undefined>>, below: readonly string[] = []) => {
    for (const [key, value] of Object.entries(values)) {
      if (value !== undefined && !isDuration(value)) {
        problem([...path, ...below, key], `\`${key}\` must be a number of milliseconds from 0; it is ${value}.`);
      }
    }
  };
  durations({ jitterMs: wait.jitterMs });
  if ("fixedMs" in wait) durations({ fixedMs: wait.fixedMs });
  if ("exponential" in wait) {
    const { firstMs, factor, maxMs } = wait.exponential;
    durations({ firstMs, maxMs }, ["exponential"]);
    if (!(factor >= 1)) problem([...path, "exponential", "factor"], `\`factor\` must be 1 or more; it is ${factor}.`);
  }
  if ("incrementing" in wait) durations({ ...wait.incrementing }, ["incrementing"]);
  if ("list" in wait) {
    if (wait.list.length === 0) problem([...path, "list"], "The list of waits is empty.");
    durations(Object.fromEntries(wait.list.map((ms, i) => [String(i), ms])), ["list"]);
  }
  if ("random" in wait) {
    durations({ ...wait.random }, ["random"]);
    if (wait.random.minMs > wait.random.maxMs) problem([...path, "random"], "`minMs` is above `maxMs`.");
  }
  if ("sum" in wait) {
    wait.sum.forEach((part, i) => {
      checkWait(part, [...path, "sum", i], problem);
    });
  }
}

function checkHandlers(steps: Graph["steps"]): readonly Problem[] {
  const handlers = steps.filter(([, { accepts }]) => accepts?.includes("StepFailed"));
  return handlers.slice(1).map(([id]) =>
    atStep("V6", id, `\`${handlers[0]?.[0]}\` handles failed steps already: only one step may accept \`StepFailed\`.`, {
      path: ["accepts"],
      event: "StepFailed",
    }),
  );
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

function isDuration(value: number): boolean {
  return value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
