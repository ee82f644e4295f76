/** What is here of a run with the same id. */
export interface ExistingRun {
  readonly ticks: number;
  /** `chainOf` its ticks. */
  readonly chain: string;
}

export interface IncomingRun {
  readonly ticks: number;
  readonly chain: string;
  /** `chainOf` its first `ticks` ticks. */
  readonly chainAt: (ticks: number) => string;
}

/**
 * What an intact log becomes; an import never replaces a run (`formats.md` §2). `new`: no run has its id. `here`: it
 * is here already. `continued`: the run here with more ticks. `copy`: under a new id, beside the one that has its id.
 */
export function decideImport(
  existing: ExistingRun | undefined,
  incoming: IncomingRun,
): "new" | "here" | "continued" | "copy" {
  if (existing === undefined) return "new";
  if (existing.ticks === incoming.ticks) return existing.chain === incoming.chain ? "here" : "copy";
  if (existing.ticks > incoming.ticks) return "copy";
  return incoming.chainAt(existing.ticks) === existing.chain ? "continued" : "copy";
}
