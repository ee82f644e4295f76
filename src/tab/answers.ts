import type { Answer, Refusal } from "../protocol/answer.ts";
import { StorageError } from "../storage/failure.ts";
import type { Problem } from "../workflow/problem.ts";
import type { Asked } from "./outside.ts";

export function done<T>(value: T): Answer<T> {
  return { ok: true, value };
}

export function refuse(code: Refusal["code"], message: string, problems?: readonly Problem[]): Answer<never> {
  return { ok: false, refusal: { code, message, ...(problems && { problems }) } };
}

/** Runs one call of the API: what the database did not do becomes a refusal. Bugs still throw. */
export async function answering<T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const { kind, message } = error.failure;
    return refuse(kind === "quota" ? "quota" : "storage", message);
  }
}

/** What the runner said, as an answer to the page. */
export function answerOf<T>(asked: Asked<T>): Answer<T> {
  if (asked.ok) return done(asked.value);
  return "refusal" in asked
    ? refuse("refused", asked.refusal.message)
    : refuse("runner-unreachable", asked.unreachable);
}

/** A value that a schema refuses, each place with what is wrong there. */
export function misfit(
  message: string,
  errors: readonly { readonly pointer: string; readonly message: string }[],
): Answer<never> {
  const problems = errors.map(({ pointer, message: what }) => ({
    rule: "format",
    severity: "error" as const,
    pointer,
    message: what,
  }));
  return refuse("invalid", message, problems);
}
