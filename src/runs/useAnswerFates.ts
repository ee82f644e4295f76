import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { showToast } from "../ui/toast.ts";
import { fateOf, goneAsks, sentAnswer } from "./answerFate.ts";
import { needsYouOf, type OpenAsk } from "./needsYou.ts";
import { useRunContext } from "./RunContext.ts";

/** Says what became of a question that went, when it is not what was answered here. */
export function useAnswerFates(): void {
  const { stored, stores, title } = useRunContext();
  const runId = stored.summary.id;
  const feed = useStore(stores.feed);
  const { history, seq: read } = useStore(stores.history.store);
  const before = useRef<{ readonly asks: readonly OpenAsk[]; readonly seq: number }>({ asks: [], seq: 0 });
  /** Gone by the tick `by`, and not told yet: the journal is read behind the view. */
  const gone = useRef<{ readonly ask: OpenAsk; readonly since: number; readonly by: number }[]>([]);
  useEffect(() => {
    if (feed.kind !== "shown") return;
    const { asks } = needsYouOf(feed.view);
    for (const ask of goneAsks(before.current.asks, asks))
      gone.current.push({ ask, since: before.current.seq, by: feed.seq });
    before.current = { asks, seq: feed.seq };
  }, [feed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is gone is found in each update of the run
  useEffect(() => {
    const told = gone.current.filter(({ by }) => by <= read);
    gone.current = gone.current.filter(({ by }) => by > read);
    for (const { ask, since } of told) {
      const fate = fateOf(ask, sentAnswer(runId, ask), history.entries, since);
      if (fate === null) continue;
      const name = `“${title(ask.step)}”`;
      const text = {
        elsewhere: `${name} was answered elsewhere: ${fate.said}.`,
        first: `${name} was answered elsewhere first: ${fate.said}. Your answer changed nothing.`,
        late: `Your answer to ${name} came too late and changed nothing: ${fate.said}.`,
      }[fate.what];
      showToast({ tone: fate.what === "elsewhere" ? "info" : "bad", text });
    }
  }, [feed, history, read, runId, title]);
}
