import type { RunOrder, RunQuery, RunStanding } from "../../protocol/runList.ts";

/** What a person chose above the list; `""`: everything. */
export interface RunFilters {
  readonly text: string;
  readonly standing: RunStanding | "";
  readonly workflow: string;
  readonly tag: string;
  readonly time: RunTime | "";
  readonly order: RunOrder;
  readonly descending: boolean;
}

export type RunTime = "hour" | "day" | "week" | "month";

export const noFilters: RunFilters = {
  text: "",
  standing: "",
  workflow: "",
  tag: "",
  time: "",
  order: "started",
  descending: true,
};

const hourMs = 3_600_000;
const times: Readonly<Record<RunTime, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

export function isFiltered({ text, standing, workflow, tag, time }: RunFilters): boolean {
  return [text.trim(), standing, workflow, tag, time].some((chosen) => chosen !== "");
}

/** `now`, epoch ms, is what a time counts back from. */
export function queryOf(filters: RunFilters, now: number): RunQuery {
  const { text, standing, workflow, tag, time, order, descending } = filters;
  return {
    ...(text.trim() !== "" && { text: text.trim() }),
    ...(standing !== "" && { standing }),
    ...(workflow !== "" && { workflow }),
    ...(tag !== "" && { tag }),
    ...(time !== "" && { since: now - times[time] }),
    order,
    descending,
  };
}

/** A press on the head of a column: the order of its own, and with the next press the other way round. */
export function orderedBy(filters: RunFilters, order: RunOrder): RunFilters {
  if (filters.order === order) return { ...filters, descending: !filters.descending };
  return { ...filters, order, descending: order === "started" || order === "duration" };
}

/** Tags from what was typed, apart by commas. */
export function tagsIn(text: string): readonly string[] {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}
