import { FileText, History, House, Keyboard, Moon, Plus, Settings, Upload, Workflow } from "lucide-react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import { lifecycleWord } from "../../runs/runStatus.ts";
import { chordsText, isMac } from "../../ui/chord.ts";
import { formatRelative } from "../../ui/format.ts";
import type { PageCommand } from "../../ui/pageCommands.ts";
import { chooseOtherTheme } from "../../ui/theme.ts";
import { appCommands } from "../appCommandTable.ts";
import { type Example, storeExample } from "../examples.ts";
import { openImport } from "../importFiles.ts";
import type { Library } from "../libraryStore.ts";
import { createWorkflow } from "../newWorkflow.ts";
import { navigate } from "../useRoute.ts";
import { openKeyboardMap } from "./openPalette.ts";

/** So many workflows and runs are offered before anything is typed. */
const recent = 5;

/** What the palette offers on every page: places, workflows, runs, examples. */
export function appPageCommands(
  api: EngineApi,
  library: Pick<Library, "workflows" | "runs">,
  examples: readonly Example[],
): readonly PageCommand[] {
  const acts: { readonly [K in Exclude<keyof typeof appCommands, "palette">]: Pick<PageCommand, "icon" | "act"> } = {
    home: { icon: <House aria-hidden />, act: () => navigate({ kind: "home" }) },
    settings: { icon: <Settings aria-hidden />, act: () => navigate({ kind: "settings" }) },
    new: { icon: <Plus aria-hidden />, act: () => void createWorkflow(api) },
    import: { icon: <Upload aria-hidden />, act: openImport },
    theme: { icon: <Moon aria-hidden />, act: chooseOtherTheme },
    keyboard: { icon: <Keyboard aria-hidden />, act: openKeyboardMap },
  };
  const own = Object.entries(acts).map(([id, { icon, act }]): PageCommand => {
    const { name, keys } = appCommands[id as keyof typeof acts];
    return {
      id: `app ${id}`,
      name,
      group: "Everywhere",
      icon,
      ...(keys.length > 0 && { keys: chordsText(keys, isMac) }),
      act,
    };
  });
  const now = Date.now();
  const workflows = (library.workflows ?? []).map(
    ({ id, name, steps, editedAt }, index): PageCommand => ({
      id: `workflow ${id}`,
      name,
      note: `${steps} ${steps === 1 ? "step" : "steps"} · edited ${formatRelative(editedAt, now)}`,
      group: "Workflows",
      icon: <Workflow aria-hidden />,
      ...(index >= recent && { whenTyped: true }),
      act: () => navigate({ kind: "workflow", workflow: id }),
    }),
  );
  const runs = (library.runs ?? []).map(
    ({ id, name, number, lifecycle, outcome, createdAt }, index): PageCommand => ({
      id: `run ${id}`,
      name: `${name}, run ${number}`,
      note: `${lifecycleWord(lifecycle, outcome).word} · started ${formatRelative(createdAt, now)}`,
      group: "Runs",
      icon: <History aria-hidden />,
      ...(index >= recent && { whenTyped: true }),
      act: () => navigate({ kind: "run", run: id }),
    }),
  );
  const open = async (example: Example) => {
    const stored = await storeExample(api, example, library.workflows);
    if (stored) navigate({ kind: "workflow", workflow: stored.id });
  };
  const offered = examples.map(
    (example): PageCommand => ({
      id: `example ${example.name}`,
      name: example.workflow.name,
      note: (example.workflow.description ?? "").replace(/[*_`]/g, ""),
      group: "Examples",
      icon: <FileText aria-hidden />,
      whenTyped: true,
      act: () => void open(example),
    }),
  );
  return [...own, ...workflows, ...runs, ...offered];
}
