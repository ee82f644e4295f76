import { useCallback, useEffect, useMemo, useState } from "react";
import type { Answer } from "../../protocol/answer.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { KeptChange, RunnerKept } from "../../protocol/runnerKept.ts";
import { useLibrary } from "../libraryStore.ts";

export type KeptState =
  /** There is no runner to ask; its chip says why. */
  | { readonly kind: "away" }
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "here"; readonly kept: RunnerKept };

export interface Kept {
  readonly state: KeptState;
  /** Answers why it was refused, for a person; `null`: it is done and shown. */
  readonly change: (change: KeptChange) => Promise<string | null>;
  readonly reload: () => void;
}

/** What the runner keeps for its user, read anew whenever the runner comes back. */
export function useKept(api: EngineApi): Kept {
  const runner = useLibrary((library) => library.runner.kind);
  const [answer, setAnswer] = useState<Answer<RunnerKept> | null>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    if (runner !== "connected") return setAnswer(null);
    let left = false;
    void api.kept().then((next) => {
      if (!left) setAnswer(next);
    });
    return () => {
      left = true;
    };
  }, [api, runner, turn]);
  const change = useCallback(
    async (wanted: KeptChange) => {
      const next = await api.changeKept(wanted);
      if (next.ok) setAnswer(next);
      return next.ok ? null : next.refusal.message;
    },
    [api],
  );
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  const state = useMemo(() => stateOf(runner, answer), [runner, answer]);
  return { state, change, reload };
}

function stateOf(runner: string, answer: Answer<RunnerKept> | null): KeptState {
  if (runner === "connecting") return { kind: "loading" };
  if (runner !== "connected") return { kind: "away" };
  if (answer === null) return { kind: "loading" };
  return answer.ok ? { kind: "here", kept: answer.value } : { kind: "failed", message: answer.refusal.message };
}
