import type { DBSchema } from "idb";
import type { ForkedFrom, Tick } from "../engine/tick.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import type { Json } from "../workflow/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import type { RequestRow } from "./requests.ts";
import type { SnapshotRow } from "./snapshots.ts";

/** The newest version of a workflow document. */
export interface WorkflowRow {
  readonly id: string;
  /** Counts saves, from 1. */
  readonly revision: number;
  /** Epoch ms. */
  readonly editedAt: number;
  readonly workflow: Workflow;
}

/** One run without its journal. Small, because a commit may write it. */
export interface RunRow {
  readonly id: string;
  /** Of its frozen workflow, which stands in `definitions`. */
  readonly digest: string;
  /** Fencing number: counts owners; a commit with a lower one is refused. */
  readonly epoch: number;
  /** Version of Tickwork that began it. */
  readonly engine: string;
  readonly summary: RunSummary;
  /** Of an imported run that goes on here: its epoch before its first owner here. */
  readonly continuedFrom?: number;
  /** 1 while somebody has to drive it; absent otherwise, so that the index holds only such runs. */
  readonly unfinished?: 1;
}

/** Bytes that came with the log of an imported run (`formats.md` §2). */
export interface StoredArtifact {
  /** `sha256:` + hex. */
  readonly digest: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Absent: they were left out of the log. */
  readonly data?: Uint8Array;
  readonly execution?: string;
  readonly stream?: string;
  /** It is a value of ticks: its bytes stand in `values`, not here. */
  readonly value?: true;
}

export interface ArtifactRow {
  readonly runId: string;
  /** Its place among the artifacts of the log. */
  readonly index: number;
  readonly artifact: StoredArtifact;
}

/** The first line of an imported log, with whatever unknown fields it has. */
export interface StoredHeader {
  readonly runId: string;
  readonly workflow: Workflow;
  readonly digest: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly engine: string;
  readonly origin: string;
  readonly forkedFrom?: ForkedFrom;
}

/** A chunk of the log of one execution. `from` counts bytes of its UTF-8 text. */
export interface OutputRow {
  readonly runId: string;
  readonly execution: string;
  readonly stream: string;
  readonly from: number;
  readonly text: string;
  /** Of a line of a log; older rows do not say it. */
  readonly at?: number;
  readonly level?: string;
}

export interface ValueUse {
  readonly runId: string;
  readonly digest: string;
  readonly bytes: number;
}

/** The database `tickwork`. Every shape here is stored forever: a change needs an upgrade (`upgrades.ts`). */
export interface Schema extends DBSchema {
  workflows: { key: string; value: WorkflowRow };
  /** Earlier revisions, key `[workflow, revision]`. */
  history: { key: [string, number]; value: WorkflowRow };
  runs: { key: string; value: RunRow; indexes: { unfinished: number; workflow: string } };
  /** Frozen workflows, one per run: a digest leaves out names and layout, which the run keeps too. */
  definitions: { key: string; value: { readonly runId: string; readonly workflow: Workflow } };
  /** Key `[runId, firstSeq]`: the ticks of one commit as one packed value. */
  segments: { key: [string, number]; value: readonly Tick[] };
  /** Key `[runId, seq]`: the encoded state after that tick, and the tick's time. */
  snapshots: { key: [string, number]; value: SnapshotRow };
  requests: { key: number; value: RequestRow; indexes: { run: string } };
  artifacts: { key: [string, number]; value: ArtifactRow };
  /** The first line of the log of an imported run, by run: an export writes it again as it was. */
  headers: { key: string; value: StoredHeader };
  /** Large values, one of each digest for all runs: the UTF-8 bytes of their JSON. */
  values: { key: string; value: Uint8Array<ArrayBuffer> };
  /** Which runs name which values, key `[runId, digest]`: a value stays while one does. */
  valueUses: { key: [string, string]; value: ValueUse; indexes: { digest: string } };
  outputs: { key: [string, string, string, number]; value: OutputRow };
  drafts: { key: string; value: Json };
  settings: { key: string; value: Json };
}

export const databaseName = "tickwork";
