import { Handle, type NodeProps, NodeResizer, Position, useUpdateNodeInternals } from "@xyflow/react";
import { ChevronDown, ChevronRight, Group as GroupIcon } from "lucide-react";
import { memo, use, useEffect, useRef } from "react";
import { classNames } from "../../ui/classNames.ts";
import { plural } from "../../ui/format.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { CanvasModeContext } from "./canvasMode.ts";
import { cardNameId, type GroupNode } from "./canvasNodes.ts";
import { TouchContext, useFoundClass, useTouch } from "./canvasTouch.ts";
import { layoutColor } from "./layoutColor.ts";
import { useLive } from "./live.ts";
import { membersState } from "./membersState.ts";
import "./GroupFrame.css";

/** A frame around steps; folded, one card that keeps their wires. */
export const GroupFrame = memo(function GroupFrame({ id, data, selected }: NodeProps<GroupNode>) {
  const { group, members } = data;
  const { mode, groups, onFold } = use(CanvasModeContext);
  const over = useTouch((state) => state.over === group.id);
  const found = useFoundClass(id);
  const folded = group.collapsed === true;
  useMeasureWhenFolded(id, folded);
  const title = group.title ?? "Group";
  const color = `tw-color-${layoutColor(group.color, "grey")}`;
  const name = (
    <span id={cardNameId(id)} className="tw-hidden">
      {`Group ${title}, ${plural(members.length, "step")}${folded ? ", folded" : ""}`}
    </span>
  );
  const fold = (
    <button
      type="button"
      className="tw-frame-fold nodrag"
      aria-expanded={!folded}
      aria-label={`${folded ? "Unfold" : "Fold"} ${title}`}
      onClick={() => onFold(group.id, !folded)}
    >
      {folded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
    </button>
  );
  if (folded)
    return (
      <article
        data-group={group.id}
        data-folded
        className={classNames("tw-card tw-folded", color, selected && "tw-card-selected", found)}
      >
        {name}
        <Handle type="target" id="in" position={Position.Left} className="tw-port tw-port-in" isConnectable={false} />
        <div className="tw-card-head">
          <span className="tw-folded-icon" aria-hidden>
            <GroupIcon />
          </span>
          <div className="tw-card-texts">
            <Title id={id} group={group.id} title={title} />
            <div className="tw-card-summary tw-cut">{plural(members.length, "step")}</div>
          </div>
          {fold}
        </div>
        <div className="tw-card-strip">
          <MembersStrip members={members} />
        </div>
        <Handle type="source" id="out" position={Position.Right} className="tw-port" isConnectable={false} />
      </article>
    );
  return (
    <section
      data-group={group.id}
      className={classNames("tw-frame", color, selected && "tw-frame-selected", over && "tw-frame-over", found)}
    >
      {name}
      <NodeResizer
        isVisible={selected && mode === "edit"}
        minWidth={160}
        minHeight={96}
        onResizeEnd={(_, { x, y, width, height }) => groups?.resize(group.id, { x, y, width, height })}
      />
      <header className="tw-frame-head">
        {fold}
        <Title id={id} group={group.id} title={title} />
        <span className="tw-frame-count">{members.length}</span>
      </header>
    </section>
  );
});

/** The title of a frame, written in its place. */
function Title({ id, group, title }: { readonly id: string; readonly group: string; readonly title: string }) {
  const { mode, groups, onFocusNode } = use(CanvasModeContext);
  const touch = use(TouchContext);
  const writing = useTouch((state) => state.writing === id) && mode === "edit";
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (writing) field.current?.select();
  }, [writing]);
  if (!writing)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: Enter does the same, from the node around it
      <div
        className="tw-frame-title tw-card-title tw-cut"
        title={title}
        onDoubleClick={() => mode === "edit" && touch.setState({ writing: id })}
      >
        {title}
      </div>
    );
  const end = (byKey: boolean) => {
    const text = field.current?.value.trim();
    touch.setState({ writing: null });
    if (text !== undefined && text !== title) groups?.rename(group, text);
    if (byKey) onFocusNode(id);
  };
  return (
    <input
      ref={field}
      className="tw-frame-input nodrag nopan"
      aria-label="Title of the group"
      defaultValue={title}
      onBlur={() => end(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Escape" && field.current !== null) field.current.value = title;
        end(true);
      }}
    />
  );
}

/** What the hidden steps do in a run. */
function MembersStrip({ members }: { readonly members: readonly StepId[] }) {
  const inRun = useLive((live) => live.startedAt !== null);
  const text = useLive((live) => membersState(members, live).text);
  const tone = useLive((live) => membersState(members, live).tone);
  return inRun ? <span className={`tw-card-main tw-tone-${tone}`}>{text}</span> : <span>folded</span>;
}

/** A folded frame has ports, an open one has none. */
function useMeasureWhenFolded(id: string, folded: boolean): void {
  const measure = useUpdateNodeInternals();
  const measured = useRef(folded);
  useEffect(() => {
    if (measured.current === folded) return;
    measured.current = folded;
    measure(id);
  }, [measure, id, folded]);
}
