import {
  CircleDot,
  ClipboardPaste,
  Copy,
  CopyPlus,
  FoldVertical,
  Group,
  PencilLine,
  Play,
  Plus,
  Power,
  Scissors,
  Spline,
  StickyNote,
  Trash2,
  UnfoldVertical,
  Ungroup,
  Unlink,
  Waypoints,
} from "lucide-react";
import type { ReactElement } from "react";
import type { MenuEntry } from "../ui/Menu.tsx";
import { MenuAt } from "../ui/MenuAt.tsx";
import { showToast } from "../ui/toast.ts";
import { startNode } from "../workflow/wires.ts";
import type { Point, StepId } from "../workflow/workflow.ts";
import type { MenuTarget } from "./canvas/canvasEditing.ts";
import { nodeIdOf } from "./canvas/selection.ts";
import { useDocument } from "./document/useDocument.ts";
import { type EditorTools, useEditor } from "./editorContext.ts";
import { writeClipboard } from "./writeClipboard.ts";

export interface MenuPlace {
  /** `null` for the empty canvas. */
  readonly target: MenuTarget | null;
  readonly at: Point;
  readonly screen: Point;
}

type Entries = readonly MenuEntry[];

const entry = (
  id: string,
  label: string,
  icon: ReactElement,
  onChoose: () => void,
  more: { readonly shortcut?: string; readonly danger?: boolean } = {},
): MenuEntry => ({ kind: "action", id, label, icon, onChoose, ...more });

/** What a right click offers, on cards, wires, notes, frames and on the empty canvas. */
export function ContextMenu({
  place,
  onBreakpoint,
  onClose,
}: {
  readonly place: MenuPlace | null;
  readonly onBreakpoint: (step: StepId) => void;
  readonly onClose: () => void;
}) {
  const tools = useEditor();
  const workflow = useDocument((state) => state.workflow);
  const selection = useDocument((state) => state.selection);
  const target = place?.target ?? null;
  const step = target?.kind === "card" ? workflow.steps[target.id] : undefined;
  const group = target?.kind === "group" ? workflow.layout?.groups?.find(({ id }) => id === target.id) : undefined;
  const title = step?.title ?? target?.id ?? "";
  const inGroup =
    target?.kind === "card" && workflow.layout?.groups?.some(({ steps }) => steps.includes(target.id)) === true;
  const several = selection.steps.length > 1;
  const { label, entries } = ((): { readonly label: string; readonly entries: Entries } => {
    if (place === null || target === null)
      return { label: "Canvas", entries: place === null ? [] : onCanvas(tools, place) };
    switch (target.kind) {
      case "wire":
        return { label: "Wire", entries: onWire(tools, target.id) };
      case "note":
        return { label: "Note", entries: [writing(tools, target, "Write"), ...copying(tools), ...deleting(tools)] };
      case "group":
        return { label: `Group ${group?.title ?? ""}`, entries: onGroup(tools, target, group?.collapsed === true) };
      case "card":
        return target.id === startNode
          ? { label: "Card Start", entries: [connecting(tools, target.id)] }
          : {
              label: `Card ${title}`,
              entries: onCard(tools, target.id, { disabled: step?.disabled === true, inGroup, several, onBreakpoint }),
            };
    }
  })();
  return <MenuAt at={place?.screen ?? null} label={label} entries={entries} onClose={onClose} />;
}

const line = (id: string): MenuEntry => ({ kind: "line", id });

function connecting({ pickTarget }: EditorTools, id: string): MenuEntry {
  return entry("connect", "Connect to …", <Spline aria-hidden />, () => pickTarget(id), { shortcut: "C" });
}

function copying({ actions }: EditorTools): Entries {
  return [
    entry("copy", "Copy", <Copy aria-hidden />, () => writeClipboard(actions.copy()), { shortcut: "Ctrl C" }),
    entry(
      "cut",
      "Cut",
      <Scissors aria-hidden />,
      () => {
        writeClipboard(actions.copy());
        actions.remove();
      },
      { shortcut: "Ctrl X" },
    ),
    entry("duplicate", "Duplicate", <CopyPlus aria-hidden />, actions.duplicate, { shortcut: "Ctrl D" }),
  ];
}

function deleting({ actions }: EditorTools): Entries {
  return [
    line("line"),
    entry("delete", "Delete", <Trash2 aria-hidden />, actions.remove, { shortcut: "Del", danger: true }),
  ];
}

function onCard(
  tools: EditorTools,
  id: string,
  {
    disabled,
    inGroup,
    several,
    onBreakpoint,
  }: {
    readonly disabled: boolean;
    readonly inGroup: boolean;
    readonly several: boolean;
    readonly onBreakpoint: (step: StepId) => void;
  },
): Entries {
  const { actions } = tools;
  return [
    ...(several
      ? []
      : [
          connecting(tools, id),
          entry("before", "Add a step before it …", <Plus aria-hidden />, () => tools.pickStep({ to: id })),
        ]),
    ...copying(tools),
    entry("switch", disabled ? "Switch on" : "Switch off", <Power aria-hidden />, actions.toggleDisabled, {
      shortcut: "D",
    }),
    ...(several
      ? []
      : [
          entry("up-to", "Run up to here", <Play aria-hidden />, () => tools.runUpTo(id)),
          entry("breakpoint", "Set or remove a breakpoint", <CircleDot aria-hidden />, () => onBreakpoint(id), {
            shortcut: "B",
          }),
        ]),
    line("line-1"),
    entry("group", "Group", <Group aria-hidden />, () => actions.group(), { shortcut: "G" }),
    ...(inGroup
      ? [
          entry("ungroup", "Take out of the group", <Ungroup aria-hidden />, actions.ungroup, { shortcut: "Shift G" }),
          entry("fold", "Fold the group", <FoldVertical aria-hidden />, actions.toggleFold, { shortcut: "H" }),
        ]
      : []),
    entry("note", "Add note", <StickyNote aria-hidden />, () => actions.addNote(), { shortcut: "N" }),
    ...deleting(tools),
    entry("delete-joining", "Delete, join the line again", <Unlink aria-hidden />, actions.removeAndHeal, {
      shortcut: "Alt Del",
      danger: true,
    }),
  ];
}

function onWire(tools: EditorTools, id: string): Entries {
  return [
    entry("insert", "Insert a step …", <Plus aria-hidden />, () => tools.pickInsert(id), { shortcut: "A" }),
    ...deleting(tools),
  ];
}

function writing({ writeIn }: EditorTools, target: MenuTarget, label: string): MenuEntry {
  return entry("write", label, <PencilLine aria-hidden />, () => target.kind !== "wire" && writeIn(nodeIdOf(target)), {
    shortcut: "Enter",
  });
}

function onGroup(tools: EditorTools, target: MenuTarget, folded: boolean): Entries {
  const { actions } = tools;
  return [
    writing(tools, target, "Rename"),
    folded
      ? entry("fold", "Unfold", <UnfoldVertical aria-hidden />, actions.toggleFold, { shortcut: "H" })
      : entry("fold", "Fold", <FoldVertical aria-hidden />, actions.toggleFold, { shortcut: "H" }),
    ...copying(tools),
    line("line"),
    entry("ungroup", "Ungroup", <Ungroup aria-hidden />, actions.ungroup, { shortcut: "Shift G" }),
  ];
}

function onCanvas({ actions, pickStep }: EditorTools, place: MenuPlace): Entries {
  return [
    entry("add", "Add step here", <Plus aria-hidden />, () => pickStep(null, place.at)),
    entry("note", "Add note here", <StickyNote aria-hidden />, () => actions.addNote(place.at)),
    entry("group", "Add group here", <Group aria-hidden />, () => actions.group(place.at)),
    entry(
      "paste",
      "Paste here",
      <ClipboardPaste aria-hidden />,
      () =>
        void navigator.clipboard.readText().then(
          (text) => actions.paste(text, place.at),
          () => showToast({ tone: "bad", text: "The browser refused the clipboard. Ctrl V works without asking." }),
        ),
      { shortcut: "Ctrl V" },
    ),
    entry("tidy", "Tidy", <Waypoints aria-hidden />, actions.tidy, { shortcut: "T" }),
  ];
}
