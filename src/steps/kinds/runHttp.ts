import type { Executor, Work } from "../executor.ts";
import { sendFromHere } from "../http/sendFromHere.ts";
import { sendFromRunner } from "../http/sendFromRunner.ts";

/** Sends a request from where the step says. Only the runner can be asked about one after a load (T18, T19). */
export const runHttp: Executor<"http"> = {
  begin: (work) => (isByRunner(work) ? sendFromRunner.begin(work) : sendFromHere(work)),
  attach: (work, key, owner) => sendFromRunner.attach(work, key, owner),
};

function isByRunner({ step }: Work<"http">): boolean {
  return step.config.via === "runner";
}
