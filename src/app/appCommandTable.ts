/** The commands that every page has, and their keys (`ui/chord.ts`). */
export const appCommands = {
  palette: { name: "Search or do anything", keys: ["Mod k"] },
  keyboard: { name: "Show the keyboard map", keys: ["?"] },
  home: { name: "Start page", keys: [] },
  settings: { name: "Settings", keys: [] },
  new: { name: "New workflow", keys: [] },
  import: { name: "Import a workflow or a run log", keys: [] },
  theme: { name: "Switch between the dark and the light theme", keys: [] },
} as const satisfies Record<string, { readonly name: string; readonly keys: readonly string[] }>;
