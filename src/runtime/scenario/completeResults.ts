import { type Failure, failureNames } from "../../engine/failure.ts";
import type { Exit, Result } from "../../engine/result.ts";
import type { Step } from "../../workflow/workflow.ts";
import { handOn } from "../handOn.ts";
import { outputFailure } from "../outputSchema.ts";

/**
 * Adds what the executor of the kind would conclude from the results of a script: a bad exit or a refused output is
 * a failure (T14, T15), and a success hands on through the `done` port.
 */
export function completeResults(step: Step | undefined, results: readonly Result[]): readonly Result[] {
  if (!step || results.some((result) => ends.has(result.kind))) return results;
  const exit = results.find((result) => result.kind === "exit")?.exit;
  if (exit === "cancellation") return [...results, { kind: "cancelled" }];
  const failure = exitFailure(step, exit) ?? refusedOutput(step, results);
  if (failure) return [...results.filter((result) => result.kind !== "output"), { kind: "fail", failure }];
  if (step.kind === "scripted" || step.emits?.done === undefined) return results;
  return [...results, handOn(step, results.find((result) => result.kind === "output")?.value ?? null)];
}

const ends: ReadonlySet<Result["kind"]> = new Set(["return", "fail", "cancelled", "wait"]);

function exitFailure(step: Step, exit: Exit | undefined): Failure | undefined {
  if (exit === undefined) return undefined;
  if (exit === "timeout") return { name: failureNames.timedOut, message: "The command took too long." };
  if (exit === "abnormal") return { name: failureNames.spawn, message: "The command could not be started." };
  if (typeof exit === "string") return undefined;
  if ("signal" in exit) return { name: failureNames.exit, message: `The command was ended by ${exit.signal}.` };
  const okExits = (step.kind === "command" ? step.config.okExits : undefined) ?? [0];
  if (okExits.includes(exit.code)) return undefined;
  return { name: failureNames.exit, message: `The command ended with exit code ${exit.code}.` };
}

function refusedOutput(step: Step, results: readonly Result[]): Failure | undefined {
  const output = results.find((result) => result.kind === "output")?.value;
  // What a script leaves out, a kind that must print or answer a value did not give.
  if (output === undefined && step.kind !== "command" && step.kind !== "agent") return undefined;
  return outputFailure(step.output, output);
}
