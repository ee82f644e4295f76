import { useMemo } from "react";
import { flushSync } from "react-dom";
import { kinds } from "../workflow/kinds.ts";
import { startNode, wiresOf } from "../workflow/wires.ts";
import type { Point, StepId, StepKind } from "../workflow/workflow.ts";
import { useDocument } from "./document/useDocument.ts";
import type { HangOn } from "./editorActions.ts";
import { useEditor } from "./editorContext.ts";
import { canInsert } from "./insertable.ts";
import { KindIcon } from "./KindIcon.tsx";
import { PickList } from "./PickList.tsx";
import { paletteGroups } from "./paletteGroups.ts";
import { targetEntries } from "./pickEntries.ts";

/** What the person is asked to choose. */
export type Picking =
  | { readonly kind: "none" }
  | { readonly kind: "step"; readonly hangOn: HangOn | null; readonly at: Point | null }
  /** A step to put into the wire of this id. */
  | { readonly kind: "insert"; readonly wire: string }
  | { readonly kind: "target"; readonly from: StepId };

/*
 * A list is closed before what was chosen is done: the focus goes back to the card that had it, which selects that card,
 * and what is done may take both further.
 */

/** Which step to add; for a wire that was dropped, the step hangs on it. */
export function PickStep({ picking, onClose }: { readonly picking: Picking; readonly onClose: () => void }) {
  const workflow = useDocument((state) => state.workflow);
  const { actions } = useEditor();
  const close = () => flushSync(onClose);
  const open = picking.kind === "step" || picking.kind === "insert";
  const hangOn = picking.kind === "step" ? picking.hangOn : null;
  const into = picking.kind === "insert" ? wiresOf(workflow).find(({ id }) => id === picking.wire) : undefined;
  const leads = into !== undefined || (hangOn !== null && "to" in hangOn);
  const titleOf = (id: StepId) => (id === startNode ? "Start" : (workflow.steps[id]?.title ?? id));
  const title =
    into !== undefined
      ? `Insert a step between ${titleOf(into.from)} and ${titleOf(into.to)}`
      : hangOn === null
        ? "Add step"
        : "to" in hangOn
          ? `Add step before ${titleOf(hangOn.to)}`
          : `Add step after ${titleOf(hangOn.from)}${hangOn.port === "done" ? "" : `, ${hangOn.port}`}`;
  return (
    <PickList
      open={open}
      title={title}
      placeholder="Find a step"
      empty="There is nothing to add."
      entries={paletteGroups("").flatMap((group) =>
        group.kinds
          .filter((kind) => !leads || canInsert(kind))
          .map((kind) => ({
            id: kind,
            label: kinds[kind].title,
            note: kinds[kind].about,
            icon: <KindIcon kind={kind} />,
            group: group.title,
          })),
      )}
      onPick={(kind) => {
        close();
        if (picking.kind === "insert") actions.insertInto(picking.wire, kind as StepKind);
        if (picking.kind !== "step") return;
        if (picking.at !== null) actions.addPicked(kind as StepKind, picking.at, hangOn);
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
  const close = () => flushSync(onClose);
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
        close();
        if (entry !== undefined && from !== null) actions.connect(from, entry.port, entry.to);
      }}
      onClose={onClose}
    />
  );
}
