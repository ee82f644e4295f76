import { matchScore } from "../../editor/matchScore.ts";
import type { PageCommand } from "../../ui/pageCommands.ts";

export interface FoundGroup {
  readonly title: string;
  readonly commands: readonly PageCommand[];
  /** How many more of the group fit what was typed. */
  readonly more: number;
}

/** So many of a group are shown at once; more words find the others. */
const shownOfGroup = 8;

/**
 * What fits the words that were typed, the best first, in groups; a group stands where its best command stands. Without
 * words: all that needs no typing, as it came.
 */
export function findCommands(all: readonly PageCommand[], typed: string): readonly FoundGroup[] {
  const words = typed.trim();
  const scored = all
    .filter((command) => words !== "" || command.whenTyped !== true)
    .map((command) => ({
      command,
      score: words === "" ? 1 : matchScore(words, [command.name, command.note ?? "", command.group]),
    }))
    .filter(({ score }) => score > 0);
  const byScore = words === "" ? scored : scored.sort((a, b) => b.score - a.score);
  const groups = new Map<string, PageCommand[]>();
  for (const { command } of byScore) {
    const group = groups.get(command.group);
    if (group) group.push(command);
    else groups.set(command.group, [command]);
  }
  return [...groups].map(([title, commands]) => {
    const shown = words === "" ? commands.length : shownOfGroup;
    return { title, commands: commands.slice(0, shown), more: Math.max(0, commands.length - shown) };
  });
}
