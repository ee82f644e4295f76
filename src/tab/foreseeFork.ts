import { bytesOf, referencesIn } from "../engine/reference.ts";
import { resolveValue } from "../engine/resolve.ts";
import { viewRun } from "../engine/viewRun.ts";
import { type Waiting, waitingItems } from "../engine/waitingItems.ts";
import type { Answer } from "../protocol/answer.ts";
import { type Fork, type ForkForeseen, maxForeseen, type WaitingItem } from "../protocol/fork.ts";
import type { Json, JsonObject } from "../workflow/json.ts";
import { done } from "./answers.ts";
import { prepareFork } from "./prepareFork.ts";
import { valueText } from "./runValues.ts";
import type { TabContext } from "./tabContext.ts";

/** Data above this is not told, so that it cannot be changed in a text field, bytes of JSON. */
const mostBytes = 1_048_576;

/** What a fork does, before anything is changed. */
export async function foreseeFork(tab: TabContext, id: string, fork: Fork): Promise<Answer<ForkForeseen>> {
  const prepared = await prepareFork(tab, id, fork);
  if (!prepared.ok) return prepared;
  if (prepared.value === "anew") return done({ begins: [], asks: [], uncertain: [], misfits: [] });
  const { plan, begun, misfits } = prepared.value;
  const view = viewRun(plan, begun);
  const steps = Object.entries(view.steps);
  const items = waitingItems(plan, begun).slice(0, maxForeseen);
  return done({
    begins: await Promise.all(items.map((item) => toldItem(tab, id, item))),
    asks: steps.flatMap(([step, { waiters }]) =>
      waiters.flatMap(({ waiter, ask, where }) => {
        if (ask?.type !== "Ask") return [];
        const { question } = (ask.data ?? {}) as JsonObject;
        const name = typeof where?.ask === "string" ? where.ask : waiter;
        return [{ step, ask: name, question: typeof question === "string" ? question : "" }];
      }),
    ),
    uncertain: steps.flatMap(([step, { uncertain }]) => uncertain.map(({ execution }) => ({ step, execution }))),
    misfits,
  });
}

/** With its data whole, where it is not too large. */
export async function toldItem(tab: TabContext, id: string, { data, ...item }: Waiting): Promise<WaitingItem> {
  if (data === undefined) return item;
  const bytes = [...referencesIn(data).values()].reduce((sum, reference) => sum + bytesOf(reference), 0);
  if (bytes > mostBytes) return item;
  return { ...item, data: (await resolveValue(data, (digest) => valueText(tab, id, digest))) as Json };
}
