import type { RunSummary } from "./storedRun.ts";

/*
 * The list of all runs, which may be long: the page asks for the rows that it shows. What it hears without asking is
 * short (`LibraryUpdate`).
 */

/** How a run stands, as a list is narrowed by it. */
export const runStandings = ["active", "needs-you", "success", "failed", "cancelled"] as const;
export type RunStanding = (typeof runStandings)[number];

export const runOrders = ["started", "duration", "name", "standing"] as const;
export type RunOrder = (typeof runOrders)[number];

/** Which runs, and in which order. What is left out narrows nothing. */
export interface RunQuery {
  /** Words that all stand in the name, the number, a tag or the line of the run. */
  readonly text?: string;
  readonly standing?: RunStanding;
  /** Name of its workflow. */
  readonly workflow?: string;
  readonly tag?: string;
  /** Started at or after this, epoch ms. */
  readonly since?: number;
  readonly order: RunOrder;
  readonly descending: boolean;
}

/** Rows `from` … `from + rows.length` of what a query matches. */
export interface RunListPage {
  readonly from: number;
  readonly rows: readonly RunSummary[];
  /** How many match. */
  readonly matching: number;
  /** How many there are. */
  readonly all: number;
  /** Names and tags that runs have, with how many of all have them, most first. */
  readonly workflows: readonly (readonly [name: string, runs: number])[];
  readonly tags: readonly (readonly [tag: string, runs: number])[];
}

/** Which runs are deleted by themselves. A run stays that either rule keeps; with neither all stay. */
export interface Retention {
  /** The newest so many of each workflow stay. */
  readonly keepLast?: number;
  /** Those that started within so many days stay. */
  readonly days?: number;
}

/** Runs with this tag are never deleted by themselves. */
export const keepTag = "keep";

/** What a run takes of the storage, as far as it can be measured: JSON of its ticks, its outputs and large values. */
export interface RunUsage {
  readonly run: RunSummary;
  readonly bytes: number;
}

export interface StorageUsage {
  readonly bytes: number;
  /** By the name of the workflow, largest first. */
  readonly workflows: readonly { readonly name: string; readonly runs: number; readonly bytes: number }[];
  /** The largest runs. */
  readonly largest: readonly RunUsage[];
}

/** Longest text of a tag, characters. */
export const maxTagLength = 40;

/** Letters of any script, digits, and what may stand between them. */
export const tagShape = /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]*$/u;
