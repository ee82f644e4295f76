import { Search } from "lucide-react";
import { type PointerEvent, type Ref, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { classNames } from "../ui/classNames.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { kinds } from "../workflow/kinds.ts";
import type { Point, StepKind } from "../workflow/workflow.ts";
import { KindHelpText } from "./inspector/KindHelpText.tsx";
import { KindIcon } from "./KindIcon.tsx";
import { paletteGroups } from "./paletteGroups.ts";
import "./Palette.css";

/** The kinds of steps: a click adds one beside the selection, a drag puts it where it is let go, or into the wire there. */
export function Palette({
  onAdd,
  onDrag,
  onDrop,
  searchRef,
}: {
  readonly onAdd: (kind: StepKind) => void;
  /** It is dragged over this place, in client coordinates; `null`: not any more. */
  readonly onDrag: (kind: StepKind, screen: Point | null) => void;
  /** `screen` in client coordinates, where the middle of the card's head should be. */
  readonly onDrop: (kind: StepKind, screen: Point) => void;
  readonly searchRef: Ref<HTMLInputElement>;
}) {
  const [search, setSearch] = useState("");
  const groups = paletteGroups(search);
  return (
    <div className="tw-palette">
      <div className="tw-palette-search">
        <Search aria-hidden />
        <TextInput
          ref={searchRef}
          type="search"
          aria-label="Find a step"
          placeholder="Find a step"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            const first = groups[0]?.kinds[0];
            if (event.key === "Enter" && search !== "" && first !== undefined) onAdd(first);
            if (event.key === "Escape") setSearch("");
          }}
        />
      </div>
      <div className="tw-palette-list">
        {groups.length === 0 && <EmptyState title="No such step">Try another word, for example “ask”.</EmptyState>}
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className="tw-palette-title">{group.title}</h2>
            {group.kinds.map((kind) => (
              <PaletteEntry key={kind} kind={kind} onAdd={onAdd} onDrag={onDrag} onDrop={onDrop} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function PaletteEntry({
  kind,
  onAdd,
  onDrag,
  onDrop,
}: {
  readonly kind: StepKind;
  readonly onAdd: (kind: StepKind) => void;
  readonly onDrag: (kind: StepKind, screen: Point | null) => void;
  readonly onDrop: (kind: StepKind, screen: Point) => void;
}) {
  const { dragged, handlers } = useDragOut(
    (screen) => onDrag(kind, screen),
    (screen) => onDrop(kind, screen),
  );
  const { title, about } = kinds[kind];
  return (
    <>
      <Tooltip text={<KindHelpText kind={kind} />} side="right">
        <button
          type="button"
          className={classNames("tw-palette-entry", dragged !== null && "tw-palette-dragged")}
          data-palette={kind}
          onClick={() => onAdd(kind)}
          {...handlers}
        >
          <KindIcon kind={kind} />
          <span className="tw-palette-text">
            {title}
            <small>{about}</small>
          </span>
        </button>
      </Tooltip>
      {dragged !== null &&
        createPortal(
          <div className="tw-palette-ghost" style={{ left: dragged.x, top: dragged.y }} aria-hidden>
            <KindIcon kind={kind} />
            {title}
          </div>,
          document.body,
        )}
    </>
  );
}

/** Dragging by pointer events: a press that moves a little becomes a drag, and then no click follows. */
function useDragOut(onDrag: (screen: Point | null) => void, onDrop: (screen: Point) => void) {
  const [dragged, setDragged] = useState<Point | null>(null);
  const from = useRef<Point | null>(null);
  const wasDragged = useRef(false);
  const end = () => {
    from.current = null;
    if (dragged !== null) onDrag(null);
    setDragged(null);
  };
  return {
    dragged,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        wasDragged.current = false;
        if (event.button === 0) from.current = { x: event.clientX, y: event.clientY };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (from.current === null) return;
        const at = { x: event.clientX, y: event.clientY };
        if (dragged === null && Math.hypot(at.x - from.current.x, at.y - from.current.y) < 5) return;
        if (dragged === null) event.currentTarget.setPointerCapture(event.pointerId);
        wasDragged.current = true;
        setDragged(at);
        onDrag(at);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (dragged !== null) onDrop({ x: event.clientX, y: event.clientY });
        end();
      },
      onPointerCancel: end,
      onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
        if (!wasDragged.current) return;
        wasDragged.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
