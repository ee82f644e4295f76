import type { ForkedFrom } from "../engine/tick.ts";
import type { Workflow } from "../workflow/workflow.ts";

export const runLogName = "tickwork/runlog";
export const runLogFormat = "tickwork/runlog@1";

/** The first line. Unknown fields are kept on a round trip. */
export interface RunLogHeader {
  readonly format: typeof runLogFormat;
  readonly runId: string;
  /** The frozen workflow. */
  readonly workflow: Workflow;
  readonly digest: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Version of Tickwork that began the run. */
  readonly engine: string;
  readonly origin: string;
  /** Of a fork: the run whose journal it begins with. */
  readonly forkedFrom?: ForkedFrom;
}

/** Of an artifact that is a large value of ticks; it stands for no stream of an execution. */
export const valueMediaType = "application/json";

/** Bounded bytes kept beside the journal. */
export interface LogArtifact {
  /** `sha256:` + hex over the bytes. */
  readonly digest: string;
  readonly mediaType: string;
  /** How many there are. */
  readonly bytes: number;
  /** Absent: left out of the export; the digest stays. */
  readonly data?: Uint8Array;
  /** Of what it is the output or log, when it stands for a stream of an execution. */
  readonly execution?: string;
  readonly stream?: string;
}

/** What the last line says. */
export interface RunLogEnd {
  readonly ticks: number;
  /** `stateHash@1:` + hex over the projected final state. */
  readonly state: string;
  /** The hash chain over all tick lines. */
  readonly chain: string;
  /** The beginning of the chain behind each tick, so that a changed line is named: `linkLength` characters each. */
  readonly links: string;
  /** The hash chain over all artifact lines; empty without any. */
  readonly artifacts: string;
  /** Hash of the header line. */
  readonly header: string;
}

export const linkLength = 4;
