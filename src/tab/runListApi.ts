import type { EngineApi } from "../protocol/engineApi.ts";
import { maxTagLength, type Retention, type StorageUsage, tagShape } from "../protocol/runList.ts";
import { changeTags } from "../storage/runTags.ts";
import { loadSetting, saveSetting } from "../storage/values.ts";
import { answering, done, refuse } from "./answers.ts";
import { retentionVictims } from "./retentionVictims.ts";
import type { TabContext } from "./tabContext.ts";

type RunListApi = Pick<
  EngineApi,
  "listRuns" | "runIds" | "hideRuns" | "tagRuns" | "retention" | "foreseeRetention" | "setRetention" | "storageUsage"
>;

type DeleteRuns = EngineApi["deleteRuns"];

const retentionSetting = "retention";
/** Runs of a foreseen deletion, and the largest runs, that are named. */
const named = 20;

/** What the page asks about all runs together. */
export function createRunListApi(tab: TabContext, ready: Promise<unknown>, deleteRuns: DeleteRuns): RunListApi {
  const { database, library, channel } = tab;
  const { list } = library;
  return {
    listRuns: (query, from, to) =>
      answering(async () => {
        await ready;
        return done(list.page(query, from, to));
      }),

    runIds: (query) =>
      answering(async () => {
        await ready;
        return done(list.ids(query));
      }),

    hideRuns: (ids, hidden) =>
      answering(async () => {
        await ready;
        library.hideRuns(ids, hidden);
        return done(null);
      }),

    tagRuns: (ids, { add = [], remove = [] }) =>
      answering(async () => {
        const wrong = add.find((tag) => tag.length > maxTagLength || !tagShape.test(tag));
        if (wrong !== undefined) {
          return refuse(
            "invalid",
            `“${wrong.slice(0, maxTagLength)}” is no tag: at most ${maxTagLength} letters, digits, spaces and . _ : / -, beginning with a letter or digit.`,
          );
        }
        for (const [id, tags] of await changeTags(database, ids, { add, remove })) library.setTags(id, tags);
        channel.send({ kind: "run-tags", runIds: ids });
        return done(null);
      }),

    retention: () => answering(async () => done(await loadRetention(tab))),

    foreseeRetention: (rule) =>
      answering(async () => {
        await ready;
        const victims = victimsOf(tab, rule);
        return done({ count: victims.length, oldest: victims.slice(0, named) });
      }),

    setRetention: (rule) =>
      answering(async () => {
        await saveSetting(database, retentionSetting, { ...rule });
        return applyRetention(tab, deleteRuns);
      }),

    storageUsage: () =>
      answering(async () => {
        await ready;
        const { eachUsage } = await import("../storage/usage.ts");
        const workflows = new Map<string, { runs: number; bytes: number }>();
        const usages: { readonly id: string; readonly bytes: number }[] = [];
        let bytes = 0;
        for await (const usage of eachUsage(
          database,
          [...list.values()].map(({ id }) => id),
        )) {
          const name = list.get(usage.id)?.name ?? "";
          const of = workflows.get(name) ?? { runs: 0, bytes: 0 };
          workflows.set(name, { runs: of.runs + 1, bytes: of.bytes + usage.bytes });
          bytes += usage.bytes;
          usages.push(usage);
        }
        const largest = usages
          .sort((a, b) => b.bytes - a.bytes)
          .slice(0, named)
          .flatMap(({ id, bytes }) => {
            const run = list.get(id);
            return run ? [{ run, bytes }] : [];
          });
        const usage: StorageUsage = {
          bytes,
          workflows: [...workflows].map(([name, of]) => ({ name, ...of })).sort((a, b) => b.bytes - a.bytes),
          largest,
        };
        return done(usage);
      }),
  };
}

/** Deletes what the rule that was set lets go. One tab at a time. */
export function applyRetention(tab: TabContext, deleteRuns: DeleteRuns): ReturnType<DeleteRuns> {
  return navigator.locks.request(`${tab.name}:retention`, async () => {
    const victims = victimsOf(tab, await loadRetention(tab));
    return victims.length === 0 ? done({ deleted: 0, refused: [] }) : deleteRuns(victims.map(({ id }) => id));
  });
}

function victimsOf(tab: TabContext, rule: Retention) {
  const { list } = tab.library;
  return retentionVictims(list.values(), (id) => list.tagsOf(id), rule, Date.now());
}

async function loadRetention({ database }: TabContext): Promise<Retention> {
  const stored = await loadSetting(database, retentionSetting);
  const { keepLast, days } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return { ...(isCount(keepLast) && { keepLast }), ...(isCount(days) && { days }) };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
