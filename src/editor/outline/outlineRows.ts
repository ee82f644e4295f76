import { kindOf } from "../../workflow/kinds.ts";
import { startNode, type Wire, wiresOf } from "../../workflow/wires.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";

/** One line of the outline: a step, or below it a wire that leaves it. */
export type OutlineRow =
  | { readonly kind: "step"; readonly key: string; readonly id: StepId; readonly title: string; readonly about: string }
  | {
      readonly kind: "wire";
      readonly key: string;
      readonly wire: Wire;
      readonly title: string;
      /** What it carries, and by which output, where that says something. */
      readonly about: string;
    };

/** The graph as lines: the start, then the steps in declaration order, each with its wires below it. */
export function outlineRows(workflow: Pick<Workflow, "steps">): readonly OutlineRow[] {
  const wires = wiresOf(workflow);
  const titleOf = (id: StepId) => (id === startNode ? "Start" : (workflow.steps[id]?.title ?? id));
  const below = (id: StepId): readonly OutlineRow[] =>
    wires
      .filter(({ from }) => from === id)
      .map((wire) => ({
        kind: "wire",
        key: `wire ${wire.id}`,
        wire,
        title: titleOf(wire.to),
        about: wire.type === undefined ? "needs" : wire.port === "done" ? wire.type : `${wire.port}, ${wire.type}`,
      }));
  const row = (id: StepId, about: string): OutlineRow => ({
    kind: "step",
    key: `step ${id}`,
    id,
    title: titleOf(id),
    about,
  });
  return [
    row(startNode, "the input"),
    ...below(startNode),
    ...Object.entries(workflow.steps).flatMap(([id, step]) => {
      const leads = below(id);
      const end = leads.length === 0 && step.kind !== "stop" ? ", leads nowhere" : "";
      return [row(id, `${kindOf(step).title}${step.disabled === true ? ", switched off" : ""}${end}`), ...leads];
    }),
  ];
}

/** What a key does in the outline; `null`: nothing. */
export type OutlineKey =
  | { readonly kind: "go"; readonly to: number }
  | { readonly kind: "open" | "add" | "connect" | "rename" | "delete" };

/** `at`: the place of the row that has the focus. */
export function outlineKey(
  rows: readonly OutlineRow[],
  at: number,
  pressed: {
    readonly key: string;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
    readonly altKey: boolean;
    readonly shiftKey: boolean;
  },
): OutlineKey | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.shiftKey) return null;
  const row = rows[at];
  const go = (to: number): OutlineKey | null => (to >= 0 && to < rows.length && to !== at ? { kind: "go", to } : null);
  switch (pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "Home":
      return go(0);
    case "End":
      return go(rows.length - 1);
    case "ArrowRight":
      return row?.kind === "step" && rows[at + 1]?.kind === "wire" ? go(at + 1) : null;
    case "ArrowLeft":
      return row?.kind === "wire" ? go(rows.findLastIndex((one, index) => index < at && one.kind === "step")) : null;
    case "Enter": {
      if (row?.kind !== "wire") return { kind: "open" };
      return go(rows.findIndex((one) => one.kind === "step" && one.id === row.wire.to));
    }
    case "F2":
      return row?.kind === "step" && row.id !== startNode ? { kind: "rename" } : null;
    case "Delete":
    case "Backspace":
      return row?.kind === "step" && row.id === startNode ? null : { kind: "delete" };
    case "a":
      return { kind: "add" };
    case "c":
      return { kind: "connect" };
    default:
      return null;
  }
}
