import { type NodeProps, NodeResizer } from "@xyflow/react";
import { memo, Suspense, use, useEffect, useRef } from "react";
import { classNames } from "../../ui/classNames.ts";
import { loadLater } from "../../ui/loadLater.ts";
import { CanvasModeContext } from "./canvasMode.ts";
import { cardNameId, type NoteNode } from "./canvasNodes.ts";
import { TouchContext, useFoundClass, useTouch } from "./canvasTouch.ts";
import { layoutColor } from "./layoutColor.ts";
import "./NoteCard.css";

// Most canvases have no note.
const Markdown = loadLater(() => import("../../ui/Markdown.tsx").then((module) => module.Markdown));

/** A note on the canvas: Markdown, written in its place. */
export const NoteCard = memo(function NoteCard({ id, data, selected }: NodeProps<NoteNode>) {
  const { note } = data;
  const { mode, notes, onFocusNode } = use(CanvasModeContext);
  const touch = use(TouchContext);
  const writing = useTouch((state) => state.writing === id) && mode === "edit";
  const found = useFoundClass(id);
  const write = () => mode === "edit" && touch.setState({ writing: id });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter does the same, from the node around it
    <section
      className={classNames(
        "tw-note",
        `tw-color-${layoutColor(note.color, "amber")}`,
        selected && "tw-note-selected",
        found,
      )}
      data-note={note.id}
      onDoubleClick={write}
    >
      <span id={cardNameId(id)} className="tw-hidden">
        {note.text === "" ? "Empty note" : `Note: ${note.text.slice(0, 120)}`}
      </span>
      <NodeResizer
        isVisible={selected && mode === "edit"}
        minWidth={120}
        minHeight={48}
        onResizeEnd={(_, { x, y, width, height }) => notes?.resize(note.id, { x, y, width, height })}
      />
      {writing ? (
        <NoteText
          text={note.text}
          onChange={(text) => notes?.write(note.id, text)}
          onEnd={(byKey) => {
            touch.setState({ writing: null });
            if (byKey) onFocusNode(id);
          }}
        />
      ) : note.text === "" ? (
        <p className="tw-note-empty">{mode === "edit" ? "Empty note. Enter or a double click writes." : ""}</p>
      ) : (
        <Suspense fallback={<p>{note.text}</p>}>
          <Markdown text={note.text} />
        </Suspense>
      )}
    </section>
  );
});

/** Every letter goes into the document at once, so that nothing is lost; typing is one step of undo. */
function NoteText({
  text,
  onChange,
  onEnd,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onEnd: (byKey: boolean) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  return (
    <textarea
      ref={field}
      className="tw-note-text nodrag nowheel nopan"
      aria-label="Text of the note, Markdown"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => onEnd(false)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
        event.preventDefault();
        event.stopPropagation();
        onEnd(true);
      }}
    />
  );
}
