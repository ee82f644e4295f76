export const effectsFile: string;
export function countedWorkflow(rounds: number): object;
export function findLosses(run: {
  readonly rounds: number;
  readonly effects: string;
  readonly log: string;
}): readonly string[];
