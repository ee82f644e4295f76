import type { OutputStream } from "../protocol/runnerApi.ts";
import { outputChunk } from "./host/hostMessages.ts";
import { type Ledger, outputSize } from "./ledger.ts";

export interface OutputRead {
  /** Offset of the first byte; greater than asked when bytes in between were not kept. */
  readonly from: number;
  readonly bytes: Uint8Array;
  readonly observed: number;
  /** `observed` is final. */
  readonly ended: boolean;
}

/** Reads kept output from the ledger: of a command that ended, or what a killed host left of one. */
export async function storedOutput(
  ledger: Ledger,
  key: string,
  stream: OutputStream,
  from: number,
): Promise<OutputRead> {
  const { exited, ended } = ledger.read(key);
  const size = outputSize(ledger.filesOf(key), stream);
  const record = exited?.[stream] ?? { observed: size, head: size, tailFrom: size };
  const inHead = from < record.head;
  const start = inHead ? from : Math.min(Math.max(from, record.tailFrom), record.observed);
  const end = inHead ? record.head : record.observed;
  const position = inHead ? start : record.head + start - record.tailFrom;
  const bytes = await ledger.readOutput(key, stream, position, Math.min(outputChunk, end - start));
  return { from: start, bytes, observed: record.observed, ended: exited !== undefined || ended !== undefined };
}
