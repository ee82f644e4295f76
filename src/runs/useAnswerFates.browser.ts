import { createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { withChanges } from "../editor/canvas/changedKeys.ts";
import { stepViewOf } from "../engine/testing/stepViewOf.ts";
import type { Tick, TickBody } from "../engine/tick.ts";
import type { StateView, WaiterView } from "../engine/view.ts";
import { UiRoot } from "../ui/UiRoot.tsx";
import type { Json } from "../workflow/json.ts";
import { noteAnswered } from "./answerFate.ts";
import type { HistoryState } from "./historyFeed.ts";
import { needsYouOf } from "./needsYou.ts";
import { RunContext, type RunContextValue, useRunContext } from "./RunContext.ts";
import type { RunFeed } from "./runFeed.ts";
import { RunHistory } from "./runHistory.ts";
import { useAnswerFates } from "./useAnswerFates.ts";

const waiter = (ask: string): WaiterView => ({
  waiter: ask,
  item: "i1",
  since: 0,
  type: "Answer",
  where: { ask },
  ask: { type: "Ask", data: { ask, question: "Publish?", choices: ["yes", "no"] } },
});

/** A run that asks one thing; each test has its own, as what was answered here is remembered by the run. */
function asking(run: string) {
  const steps: StateView["steps"] = { review: stepViewOf({ waiters: [waiter("q")] }) };
  const view = (next: StateView["steps"]) => ({ lifecycle: "running", steps: next }) as StateView;
  const shown = (seq: number, next: StateView["steps"]) => ({ kind: "shown", seq, view: view(next) }) as RunFeed;
  const feed = createStore<RunFeed>(() => shown(1, steps));
  const history = new RunHistory();
  const read = (body: TickBody, notices: readonly object[] = []): void => {
    const tick = { seq: history.seq + 1, at: 0, ...body } as Tick;
    history.add(tick, notices.map((notice) => ({ kind: "notice", notice })) as never);
  };
  read({ kind: "run-started", input: null });
  const journal = createStore(() => ({ history, seq: 1 }) as HistoryState);
  const context = {
    stored: { summary: { id: run } },
    stores: { feed, history: { store: journal } },
    title: () => "Review",
  } as unknown as RunContextValue;
  const [ask] = needsYouOf(view(steps)).asks;
  if (ask === undefined) throw new Error("nothing is asked");
  return {
    context,
    answerHere: (choice: string) => noteAnswered(run, ask, { value: null, choice }),
    /** The question goes; the journal is read behind it. */
    close: () => feed.setState(shown(2, withChanges(steps, { review: stepViewOf({}) })), true),
    answered: (choice: string, notices: readonly object[] = []) => {
      const data: Json = { ask: "q", value: null, choice };
      read({ kind: "event-added", event: { type: "Answer", data }, to: "review", by: "person" }, notices);
    },
    ticked: () => read({ kind: "resume-requested" }),
    tellJournal: () => journal.setState({ seq: history.seq }),
  };
}

function Watching() {
  useAnswerFates();
  const run = useStore(useRunContext().stores.feed);
  return run.kind === "shown" ? `at ${run.seq};` : null;
}

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
});

afterEach(() => {
  root.unmount();
  place.remove();
});

async function watch(...runs: readonly { readonly context: RunContextValue }[]): Promise<void> {
  const pages = runs.map(({ context }, key) =>
    createElement(RunContext, { key, value: context }, createElement(Watching)),
  );
  root.render(createElement(UiRoot, null, pages));
  await expect.poll(() => place.textContent).toContain("at 1;");
}

const said = () => expect.poll(() => document.body.textContent);

test("an answer that lost to another one is told with the one that counts, once the journal is read", async () => {
  const run = asking("first");
  await watch(run);
  run.answerHere("yes");
  run.close();
  await said().toContain("at 2;");
  run.answered("no");
  run.tellJournal();
  await said().toContain("“Review” was answered elsewhere first: no. Your answer changed nothing.");
});

test("an answer from elsewhere is told to who did not answer, and one's own to nobody", async () => {
  const mine = asking("mine");
  const theirs = asking("theirs");
  await watch(mine, theirs);
  mine.answerHere("yes");
  mine.close();
  mine.answered("yes");
  mine.tellJournal();
  theirs.close();
  theirs.answered("no");
  theirs.tellJournal();
  await said().toContain("“Review” was answered elsewhere: no.");
  expect(document.body.textContent).not.toContain(": yes");
});

test("an answer behind the deadline is told to have come too late", async () => {
  const run = asking("late");
  await watch(run);
  run.answerHere("yes");
  run.close();
  run.ticked();
  run.answered("yes", [{ kind: "unhandled", type: "Answer", to: "review" }]);
  run.tellJournal();
  await said().toContain("Your answer to “Review” came too late and changed nothing: yes.");
});
