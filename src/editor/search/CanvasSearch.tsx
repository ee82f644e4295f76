import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { announce } from "../../ui/toast.ts";
import type { CanvasHandle } from "../canvas/canvasHandle.ts";
import { useDocument } from "../document/useDocument.ts";
import { searchWorkflow } from "./searchWorkflow.ts";
import "./CanvasSearch.css";

/** Finds steps, notes and groups on the canvas: each hit is marked, Enter leads from one to the next. */
export function CanvasSearch({
  canvas,
  onClose,
}: {
  readonly canvas: () => CanvasHandle | null;
  /** `node`: where the search ended; the focus belongs there. */
  readonly onClose: (node: string | null) => void;
}) {
  const workflow = useDocument((state) => state.workflow);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => searchWorkflow(workflow, query), [workflow, query]);
  const now = hits[Math.min(at, hits.length - 1)];
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    canvas()?.mark(
      hits.map(({ node }) => node),
      now?.node ?? null,
    );
    if (now !== undefined) canvas()?.centreOn(now.node);
  }, [canvas, hits, now]);
  useEffect(() => () => canvas()?.mark([], null), [canvas]);
  const go = (by: number) => {
    if (hits.length === 0) return;
    const next = (at + by + hits.length) % hits.length;
    setAt(next);
    announce(`${next + 1} of ${hits.length}: ${hits[next]?.title}`);
  };
  return (
    <search className="tw-search" aria-label="Find on the canvas">
      <Search aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Find on the canvas"
        placeholder="Title, id, kind, event, text"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step === undefined && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          if (step === undefined) onClose(now?.node ?? null);
          else go(step);
        }}
      />
      <output className="tw-search-count">
        {query.trim() === ""
          ? ""
          : now === undefined
            ? "nothing"
            : `${Math.min(at, hits.length - 1) + 1} of ${hits.length}`}
      </output>
      <IconButton label="Previous" icon={<ChevronUp aria-hidden />} disabled={hits.length < 2} onClick={() => go(-1)} />
      <IconButton label="Next" icon={<ChevronDown aria-hidden />} disabled={hits.length < 2} onClick={() => go(1)} />
      <IconButton label="Close the search" icon={<X aria-hidden />} onClick={() => onClose(now?.node ?? null)} />
      {now !== undefined && (
        <p className="tw-search-where tw-cut">
          {now.title} <span>{now.where}</span>
        </p>
      )}
    </search>
  );
}
