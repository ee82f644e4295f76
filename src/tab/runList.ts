import type { RunListPage, RunQuery, RunStanding } from "../protocol/runList.ts";
import type { RunSummary } from "../protocol/storedRun.ts";

/** Runs that every page hears of without asking, beside those that need somebody; at most. */
const toldRuns = 200;
const mostTold = 500;

/** All runs of this browser, and what is asked about them. One change costs no pass over all of them. */
export class RunList {
  readonly #runs = new Map<string, RunSummary>();
  /** Runs that are about to be deleted and may come back: nobody is told of them. */
  readonly #hidden = new Map<string, RunSummary>();
  readonly #tags = new Map<string, readonly string[]>();
  /** Newest first; `undefined`: it has to be made anew. */
  #newest: readonly string[] | undefined;
  /** The last query and what it matched, for the next piece of the same. */
  #asked: { readonly key: string; readonly ids: readonly string[] } | undefined;
  #counts: Pick<RunListPage, "workflows" | "tags"> | undefined;
  #version = 0;

  /** Another number with each change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#runs.size;
  }

  get(id: string): RunSummary | undefined {
    return this.#runs.get(id);
  }

  values(): IterableIterator<RunSummary> {
    return this.#runs.values();
  }

  tagsOf(id: string): readonly string[] {
    return this.#tags.get(id) ?? [];
  }

  set(summary: RunSummary): void {
    if (this.#hidden.has(summary.id)) {
      this.#hidden.set(summary.id, summary);
      return;
    }
    const before = this.#runs.get(summary.id);
    this.#runs.set(summary.id, summary);
    this.#changed();
    if (before?.createdAt !== summary.createdAt) this.#newest = undefined;
    if (before?.name !== summary.name) this.#counts = undefined;
  }

  remove(id: string): void {
    this.#tags.delete(id);
    this.#hidden.delete(id);
    if (!this.#runs.delete(id)) return;
    this.#changed();
    this.#newest = undefined;
    this.#counts = undefined;
  }

  /** As if they were deleted, until they are shown again. */
  hide(ids: readonly string[], hidden: boolean): void {
    const [from, to] = hidden ? [this.#runs, this.#hidden] : [this.#hidden, this.#runs];
    for (const id of ids) {
      const run = from.get(id);
      if (run === undefined) continue;
      from.delete(id);
      to.set(id, run);
    }
    this.#changed();
    this.#newest = undefined;
    this.#counts = undefined;
  }

  setTags(id: string, tags: readonly string[]): void {
    if (tags.length > 0) this.#tags.set(id, tags);
    else this.#tags.delete(id);
    this.#changed();
    this.#counts = undefined;
  }

  /** Those that are told to every page, newest first: what lives or needs somebody, what comes from another, the newest. */
  told(): readonly RunSummary[] {
    const told: RunSummary[] = [];
    for (const [index, id] of this.#sorted().entries()) {
      if (told.length >= mostTold) break;
      const run = this.#runs.get(id);
      if (!run) continue;
      const matters =
        run.lifecycle !== "completed" || run.needsYou > 0 || run.forkOf !== undefined || run.retryOf !== undefined;
      if (index < toldRuns || matters) told.push(this.#shown(run));
    }
    return told;
  }

  page(query: RunQuery, from: number, to: number): RunListPage {
    const ids = this.ids(query);
    const rows = ids.slice(from, to).flatMap((id) => {
      const run = this.#runs.get(id);
      return run ? [this.#shown(run)] : [];
    });
    this.#counts ??= this.#count();
    return { from, rows, matching: ids.length, all: this.#runs.size, ...this.#counts };
  }

  /** All that match, in order. */
  ids(query: RunQuery): readonly string[] {
    const key = JSON.stringify([this.#version, query]);
    if (this.#asked?.key === key) return this.#asked.ids;
    const matches = this.#matcher(query);
    const found = this.#sorted().filter((id) => matches(this.#runs.get(id)));
    const ids = this.#ordered(found, query);
    this.#asked = { key, ids };
    return ids;
  }

  #changed(): void {
    this.#version++;
  }

  #shown(run: RunSummary): RunSummary {
    const tags = this.#tags.get(run.id);
    return tags ? { ...run, tags } : run;
  }

  #sorted(): readonly string[] {
    this.#newest ??= [...this.#runs.values()].sort((a, b) => b.createdAt - a.createdAt).map(({ id }) => id);
    return this.#newest;
  }

  #matcher({ text = "", standing, workflow, tag, since }: RunQuery): (run: RunSummary | undefined) => boolean {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return (run) => {
      if (!run) return false;
      if (standing !== undefined && !stands(run, standing)) return false;
      if (workflow !== undefined && run.name !== workflow) return false;
      if (since !== undefined && run.createdAt < since) return false;
      if (tag !== undefined && !this.tagsOf(run.id).includes(tag)) return false;
      if (words.length === 0) return true;
      const said = `${run.name} run ${run.number} ${this.tagsOf(run.id).join(" ")} ${run.line ?? ""}`.toLowerCase();
      return words.every((word) => said.includes(word));
    };
  }

  /** `ids` come newest first; what is equal keeps that order. */
  #ordered(ids: readonly string[], { order, descending }: RunQuery): readonly string[] {
    if (order === "started") return descending ? ids : ids.toReversed();
    const value = (id: string): number | string => {
      const run = this.#runs.get(id);
      if (!run) return 0;
      if (order === "name") return run.name.toLowerCase();
      return order === "duration" ? (run.endedAt ?? Number.MAX_SAFE_INTEGER) - run.createdAt : rankOf(run);
    };
    const valued = ids.map((id) => ({ id, value: value(id) }));
    const sign = descending ? -1 : 1;
    valued.sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : 0));
    return valued.map(({ id }) => id);
  }

  #count(): Pick<RunListPage, "workflows" | "tags"> {
    const names = new Map<string, number>();
    const tags = new Map<string, number>();
    for (const run of this.#runs.values()) {
      names.set(run.name, (names.get(run.name) ?? 0) + 1);
      for (const tag of this.tagsOf(run.id)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
    const most = (counts: Map<string, number>) => [...counts].sort(([, a], [, b]) => b - a).slice(0, mostTold);
    return { workflows: most(names), tags: most(tags) };
  }
}

/** Whether a run stands so. */
export function stands(run: RunSummary, standing: RunStanding): boolean {
  switch (standing) {
    case "active":
      return run.lifecycle !== "completed";
    case "needs-you":
      return run.lifecycle !== "completed" && (run.needsYou > 0 || run.lifecycle === "needs-recovery");
    case "success":
      return run.outcome === "success" && run.lifecycle === "completed";
    case "cancelled":
      return run.outcome === "cancellation" && run.lifecycle === "completed";
    case "failed":
      return run.lifecycle === "completed" && run.outcome !== "success" && run.outcome !== "cancellation";
  }
}

/** What wants a look first. */
function rankOf(run: RunSummary): number {
  if (stands(run, "needs-you")) return 0;
  if (stands(run, "active")) return 1;
  if (stands(run, "failed")) return 2;
  return stands(run, "cancelled") ? 3 : 4;
}
