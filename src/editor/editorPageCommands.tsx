import { chordsText, isMac } from "../ui/chord.ts";
import type { PageCommand } from "../ui/pageCommands.ts";
import { kindOf, kinds } from "../workflow/kinds.ts";
import type { StepId, StepKind, Workflow } from "../workflow/workflow.ts";
import { commandIcons } from "./commandIcons.tsx";
import { allCommands, type Chosen, type Command, canDo, commandTable } from "./commandTable.ts";
import { KindIcon } from "./KindIcon.tsx";
import { paletteGroups } from "./paletteGroups.ts";

/** What the command palette offers in the editor: its commands, its steps to go to, and kinds of steps to add. */
export function editorPageCommands({
  workflow,
  chosen,
  commands,
  leaveOut,
  addStep,
  showStep,
}: {
  readonly workflow: Pick<Workflow, "steps">;
  readonly chosen: Chosen;
  readonly commands: Readonly<Record<Command, () => boolean>>;
  /** Commands that make no sense for this workflow. */
  readonly leaveOut: ReadonlySet<Command>;
  readonly addStep: (kind: StepKind) => void;
  readonly showStep: (id: StepId) => void;
}): readonly PageCommand[] {
  const own = allCommands
    .filter((command) => commandTable[command].byKeyOnly !== true && !leaveOut.has(command) && canDo(command, chosen))
    .map((command): PageCommand => {
      const { name, keys } = commandTable[command];
      const Icon = commandIcons[command];
      return {
        id: `editor ${command}`,
        name,
        group: "This workflow",
        ...(Icon && { icon: <Icon aria-hidden /> }),
        ...(keys && { keys: chordsText(keys, isMac) }),
        act: () => void commands[command](),
      };
    });
  const adding = paletteGroups("").flatMap((group) =>
    group.kinds.map(
      (kind): PageCommand => ({
        id: `add ${kind}`,
        name: `Add ${kinds[kind].title}`,
        note: kinds[kind].about,
        group: "Add a step",
        icon: <KindIcon kind={kind} />,
        whenTyped: true,
        act: () => addStep(kind),
      }),
    ),
  );
  const going = Object.entries(workflow.steps).map(
    ([id, step]): PageCommand => ({
      id: `step ${id}`,
      name: step.title ?? id,
      note: `${kindOf(step).title} · ${id}`,
      group: "Steps of this workflow",
      icon: <KindIcon kind={step.kind} />,
      whenTyped: true,
      act: () => showStep(id),
    }),
  );
  return [...own, ...going, ...adding];
}
