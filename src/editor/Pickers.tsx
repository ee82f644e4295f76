import { useMemo } from "react";
import { kinds } from "../workflow/kinds.ts";
import { startNode, wiresOf } from "../workflow/wires.ts";
import type { Point, StepId, StepKind } from "../workflow/workflow.ts";
import { useDocument } from "./document/useDocument.ts";
import type { PortRef } from "./editorActions.ts";
import { useEditor } from "./editorContext.ts";
import { KindIcon } from "./KindIcon.tsx";
import { PickList } from "./PickList.tsx";
import { paletteGroups } from "./paletteGroups.ts";
import { targetEntries } from "./pickEntries.ts";

/** What the person is asked to choose. */
export type Picking =
  | { readonly kind: "none" }
  | { readonly kind: "step"; readonly hangOn: PortRef | null; readonly at: Point | null }
  | { readonly kind: "target"; readonly from: StepId };

/** Which step to add; for a wire that was dropped, the step hangs on it. */
export function PickStep({ picking, onClose }: { readonly picking: Picking; readonly onClose: () => void }) {
  const workflow = useDocument((state) => state.workflow);
  const { actions } = useEditor();
  const open = picking.kind === "step";
  const hangOn = open ? picking.hangOn : null;
  const source =
    hangOn === null ? null : hangOn.from === startNode ? "Start" : (workflow.steps[hangOn.from]?.title ?? hangOn.from);
  return (
    <PickList
      open={open}
      title={
        source === null ? "Add step" : `Add step after ${source}${hangOn?.port === "done" ? "" : `, ${hangOn?.port}`}`
      }
      placeholder="Find a step"
      empty="There is nothing to add."
      entries={paletteGroups("").flatMap((group) =>
        group.kinds.map((kind) => ({
          id: kind,
          label: kinds[kind].title,
          note: kinds[kind].about,
          icon: <KindIcon kind={kind} />,
          group: group.title,
        })),
      )}
      onPick={(kind) => {
        onClose();
        if (!open) return;
        if (picking.at !== null) actions.addAt(kind as StepKind, picking.at, hangOn);
        else actions.addBeside(kind as StepKind, hangOn);
      }}
      onClose={onClose}
    />
  );
}

/** Which step a card leads to. */
export function PickTarget({ picking, onClose }: { readonly picking: Picking; readonly onClose: () => void }) {
  const workflow = useDocument((state) => state.workflow);
  const { actions } = useEditor();
  const from = picking.kind === "target" ? picking.from : null;
  const entries = useMemo(
    () => (from === null ? [] : targetEntries(workflow, wiresOf(workflow), from)),
    [workflow, from],
  );
  const title = from === null || from === startNode ? "Start" : (workflow.steps[from]?.title ?? from);
  return (
    <PickList
      open={from !== null}
      title={`Connect ${title} to`}
      placeholder="Find a step"
      empty="It leads to every step already, or there is no other one. Add a step first."
      entries={entries.map((entry) => {
        const step = workflow.steps[entry.to];
        return {
          id: entry.id,
          label: entry.label,
          note: entry.note,
          ...(step !== undefined && { icon: <KindIcon kind={step.kind} /> }),
        };
      })}
      onPick={(id) => {
        const entry = entries.find((one) => one.id === id);
        onClose();
        if (entry !== undefined && from !== null) actions.connect(from, entry.port, entry.to);
      }}
      onClose={onClose}
    />
  );
}
