import { Pencil, Plus, Spline, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { showPanel } from "../../ui/panels.ts";
import { TextInput } from "../../ui/TextInput.tsx";
import { announce } from "../../ui/toast.ts";
import { changeStep } from "../../workflow/edits/steps.ts";
import { startNode } from "../../workflow/wires.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { useDocument, useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { KindIcon } from "../KindIcon.tsx";
import { type OutlineKey, type OutlineRow, outlineKey, outlineRows } from "./outlineRows.ts";
import "./OutlinePanel.css";

/** The canvas takes the focus for a new card in the next frame; the outline takes it back after that, ms. */
const afterCanvasMs = 80;

/** The graph as text that can be edited: every step and wire is a line, and everything is done by keyboard. */
export function OutlinePanel({
  focusAsked,
}: {
  /** Grows when the outline was asked for by key or command, which gives it the focus; 0: it just stands there. */
  readonly focusAsked: number;
}) {
  const store = useDocumentStore();
  const workflow = useDocument((state) => state.workflow);
  const selection = useDocument((state) => state.selection);
  const { actions, pickStep, pickTarget } = useEditor();
  const rows = useMemo(() => outlineRows(workflow), [workflow]);
  const tree = useRef<HTMLDivElement>(null);
  const [renaming, setRenaming] = useState<StepId | null>(null);
  const chosen = rows.findIndex((row) =>
    row.kind === "step" ? selection.steps.includes(row.id) : selection.wires.includes(row.wire.id),
  );
  const at = Math.max(0, chosen);
  const row = rows[at];

  const focusRow = (index: number) => {
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[index]?.focus();
  };
  const select = (index: number) => {
    const next = rows[index];
    if (next === undefined) return;
    store.select(next.kind === "step" ? { steps: [next.id], wires: [] } : { steps: [], wires: [next.wire.id] });
  };
  // What is added from here is gone to here, when its dialog has closed.
  const wantsFocus = useRef(false);
  const count = rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the lines that come and go
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const timer = setTimeout(() => focusRow(Math.max(0, chosen)), afterCanvasMs);
    return () => clearTimeout(timer);
  }, [count]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is where the selection stands when it is asked for
  useEffect(() => {
    if (focusAsked === 0) return;
    // After whatever asked for it, a dialog perhaps, has given the focus back.
    const timer = setTimeout(() => focusRow(at), afterCanvasMs);
    return () => clearTimeout(timer);
  }, [focusAsked]);

  const stepOf = (one: OutlineRow | undefined): StepId | null =>
    one === undefined ? null : one.kind === "step" ? one.id : one.wire.from;
  const act = (key: OutlineKey) => {
    const id = stepOf(row);
    switch (key.kind) {
      case "go":
        select(key.to);
        focusRow(key.to);
        return;
      case "open":
        showPanel("inspector");
        document.querySelector<HTMLElement>("#tw-settings input, #tw-settings textarea")?.focus();
        return;
      case "add":
        if (row?.kind === "wire") store.select({ steps: [row.wire.from], wires: [] });
        wantsFocus.current = true;
        return pickStep(null);
      case "connect":
        wantsFocus.current = true;
        if (id !== null) pickTarget(id);
        return;
      case "rename":
        setRenaming(id);
        return;
      case "delete":
        wantsFocus.current = true;
        actions.remove();
        select(Math.max(0, at - 1));
        return;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (renaming !== null) return;
    const key = outlineKey(rows, at, event);
    if (key === null) return;
    event.preventDefault();
    event.stopPropagation();
    act(key);
  };
  const rename = (id: StepId, title: string) => {
    setRenaming(null);
    const text = title.trim();
    if (text !== (workflow.steps[id]?.title ?? id)) {
      store.apply(changeStep(workflow, id, { title: text === "" ? undefined : text }, "rename step"));
      announce(`Renamed to ${text === "" ? id : text}`);
    }
    setTimeout(() => focusRow(at), 0);
  };
  const isStart = row?.kind === "step" && row.id === startNode;
  return (
    <div className="tw-outline">
      <div ref={tree} role="tree" aria-label="Outline" className="tw-outline-list" onKeyDown={onKeyDown} tabIndex={-1}>
        {rows.map((one, index) => (
          <div
            key={one.key}
            role="treeitem"
            aria-level={one.kind === "step" ? 1 : 2}
            aria-selected={index === chosen}
            tabIndex={index === at ? 0 : -1}
            className={`tw-outline-row tw-outline-${one.kind}`}
            onDoubleClick={() => one.kind === "step" && actions.show(one.id)}
            onFocus={() => index !== chosen && select(index)}
          >
            {one.kind === "step" && (
              <KindIcon kind={one.id === startNode ? "start" : (workflow.steps[one.id]?.kind ?? "code")} />
            )}
            {one.kind === "step" && renaming === one.id ? (
              <RenameField title={one.title} onEnd={(title) => rename(one.id, title ?? one.title)} />
            ) : (
              <span className="tw-outline-text">
                {one.kind === "wire" && (
                  <>
                    <span className="tw-hidden">leads to </span>
                    <span className="tw-outline-arrow" aria-hidden>
                      →
                    </span>
                  </>
                )}
                <span className="tw-outline-title tw-cut" title={one.title}>
                  {one.title}
                </span>
                <span className="tw-hidden">, </span>
                <small className="tw-cut">{one.about}</small>
              </span>
            )}
          </div>
        ))}
      </div>
      <div className="tw-outline-tools">
        <IconButton
          size="small"
          label="Add a step after it"
          shortcut="A"
          icon={<Plus aria-hidden />}
          onClick={() => act({ kind: "add" })}
        />
        <IconButton
          size="small"
          label="Connect it to …"
          shortcut="C"
          icon={<Spline aria-hidden />}
          onClick={() => act({ kind: "connect" })}
        />
        <IconButton
          size="small"
          label="Rename it"
          shortcut="F2"
          icon={<Pencil aria-hidden />}
          disabled={row?.kind !== "step" || isStart}
          onClick={() => act({ kind: "rename" })}
        />
        <IconButton
          size="small"
          label="Delete it"
          shortcut="Del"
          icon={<Trash2 aria-hidden />}
          disabled={isStart}
          onClick={() => act({ kind: "delete" })}
        />
      </div>
    </div>
  );
}

/** Enter and leaving take the text, Escape the old one (`null`). */
function RenameField({ title, onEnd }: { readonly title: string; readonly onEnd: (title: string | null) => void }) {
  const [typed, setTyped] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (text: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(text);
  };
  return (
    <TextInput
      ref={field}
      aria-label="Title"
      value={typed}
      onChange={setTyped}
      onBlur={() => end(typed)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(typed);
        if (event.key === "Escape") end(null);
      }}
    />
  );
}
