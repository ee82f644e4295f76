import { ClipboardPaste, Copy, CopyPlus, Plus, Power, Spline, Trash2, Waypoints } from "lucide-react";
import type { MenuEntry } from "../ui/Menu.tsx";
import { MenuAt } from "../ui/MenuAt.tsx";
import { showToast } from "../ui/toast.ts";
import { startNode } from "../workflow/wires.ts";
import type { Point, StepId } from "../workflow/workflow.ts";
import { useDocument } from "./document/useDocument.ts";
import { useEditor } from "./editorContext.ts";
import { writeClipboard } from "./writeClipboard.ts";

export interface MenuPlace {
  /** A card, or `null` for the empty canvas. */
  readonly target: StepId | null;
  readonly at: Point;
  readonly screen: Point;
}

/** What a right click offers, on a card and on the empty canvas. */
export function ContextMenu({ place, onClose }: { readonly place: MenuPlace | null; readonly onClose: () => void }) {
  const { actions, pickStep, pickTarget } = useEditor();
  const workflow = useDocument((state) => state.workflow);
  const target = place?.target ?? null;
  const step = target === null ? undefined : workflow.steps[target];
  const onCard: readonly MenuEntry[] = [
    {
      kind: "action",
      id: "connect",
      label: "Connect to …",
      icon: <Spline aria-hidden />,
      shortcut: "C",
      onChoose: () => target !== null && pickTarget(target),
    },
    ...(step === undefined
      ? []
      : ([
          {
            kind: "action",
            id: "copy",
            label: "Copy",
            icon: <Copy aria-hidden />,
            shortcut: "Ctrl C",
            onChoose: () => writeClipboard(actions.copy()),
          },
          {
            kind: "action",
            id: "duplicate",
            label: "Duplicate",
            icon: <CopyPlus aria-hidden />,
            shortcut: "Ctrl D",
            onChoose: actions.duplicate,
          },
          {
            kind: "action",
            id: "switch",
            label: step.disabled === true ? "Switch on" : "Switch off",
            icon: <Power aria-hidden />,
            onChoose: () => target !== null && actions.setDisabled(target, step.disabled !== true),
          },
          { kind: "line", id: "line" },
          {
            kind: "action",
            id: "delete",
            label: "Delete",
            icon: <Trash2 aria-hidden />,
            shortcut: "Del",
            danger: true,
            onChoose: actions.remove,
          },
        ] satisfies readonly MenuEntry[])),
  ];
  const onCanvas: readonly MenuEntry[] = [
    {
      kind: "action",
      id: "add",
      label: "Add step here",
      icon: <Plus aria-hidden />,
      onChoose: () => place !== null && pickStep(null, place.at),
    },
    {
      kind: "action",
      id: "paste",
      label: "Paste here",
      icon: <ClipboardPaste aria-hidden />,
      shortcut: "Ctrl V",
      onChoose: () => {
        if (place === null) return;
        navigator.clipboard.readText().then(
          (text) => {
            if (!actions.paste(text, place.at))
              showToast({ tone: "info", text: "The clipboard holds no steps. Copy some cards first." });
          },
          () => showToast({ tone: "bad", text: "The browser refused the clipboard. Ctrl V works without asking." }),
        );
      },
    },
    {
      kind: "action",
      id: "tidy",
      label: "Tidy",
      icon: <Waypoints aria-hidden />,
      shortcut: "T",
      onChoose: actions.tidy,
    },
  ];
  return (
    <MenuAt
      at={place?.screen ?? null}
      label={target === null ? "Canvas" : `Card ${target === startNode ? "Start" : (step?.title ?? target)}`}
      entries={target === null ? onCanvas : onCard}
      onClose={onClose}
    />
  );
}
