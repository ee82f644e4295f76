import { useVirtualizer } from "@tanstack/react-virtual";
import { CirclePause } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { ParkedView } from "../engine/view.ts";
import { Button } from "../ui/Button.tsx";
import { classNames } from "../ui/classNames.ts";
import { formatCount, plural } from "../ui/format.ts";
import { showToast } from "../ui/toast.ts";
import { brief } from "./journalLine.ts";
import type { ParkedGroup } from "./needsYou.ts";
import { GiveUpDialog, ParkedItem } from "./ParkedItem.tsx";
import { usePast, useRunContext } from "./RunContext.ts";
import "./ParkedCard.css";

const rowHeight = 44;

/** The failed items of one step that wait for a person. The run goes on meanwhile (R70). */
export function ParkedCard({
  group,
  onOpen,
}: {
  readonly group: ParkedGroup;
  /** Beside other things only its head stands, with the way to the whole. */
  readonly onOpen?: (() => void) | undefined;
}) {
  const { title } = useRunContext();
  const { step, count } = group;
  const heading = useId();
  return (
    <section className="ask-card parked" data-parked-step={step} aria-labelledby={heading}>
      <header className="ask-head">
        <span className="recovery-icon">
          <CirclePause aria-hidden />
        </span>
        <h2 id={heading}>
          {title(step)}: {count === 1 ? "an item failed" : `${formatCount(count)} items failed`}
        </h2>
      </header>
      <p className="tw-muted">
        {count === 1 ? "It waits for your decision" : "They wait for your decision"}; everything else goes on.
      </p>
      {onOpen !== undefined && (
        <div className="ask-buttons">
          <Button onClick={onOpen}>Decide …</Button>
        </div>
      )}
      {onOpen === undefined && <Whole group={group} />}
    </section>
  );
}

/** The items, the chosen one with its decisions, and the decisions about all of them. */
function Whole({ group }: { readonly group: ParkedGroup }) {
  const { step, count, items } = group;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = items.find(({ item }) => item === chosen) ?? items[0];
  return (
    <>
      {count > 1 && <AllButtons group={group} />}
      {items.length > 1 && <ItemList items={items} shown={shown} onChoose={setChosen} />}
      {count > items.length && (
        <p className="tw-muted">
          The first {formatCount(items.length)} are shown; the others follow as these are decided.
        </p>
      )}
      {shown && <ParkedItem key={shown.item} step={step} parked={shown} />}
    </>
  );
}

function AllButtons({ group: { step, count } }: { readonly group: ParkedGroup }) {
  const { api, stored, readOnly } = useRunContext();
  const [busy, setBusy] = useState(false);
  const [givingUp, setGivingUp] = useState(false);
  if (readOnly) return null;
  const decide = async (kind: "rerun" | "failed") => {
    setBusy(true);
    const answer = await api.decideParked(stored.summary.id, { step, decision: { kind } });
    setBusy(false);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
    else if (kind === "rerun") showToast({ tone: "ok", text: `${plural(answer.value.items, "item")} run again` });
  };
  return (
    <div className="ask-buttons">
      <Button disabled={busy} onClick={() => void decide("rerun")}>
        Run all again
      </Button>
      <Button variant="danger" disabled={busy} onClick={() => setGivingUp(true)}>
        Give up all
      </Button>
      <GiveUpDialog
        open={givingUp}
        step={step}
        items={count}
        onClose={() => setGivingUp(false)}
        onConfirm={() => decide("failed")}
      />
    </div>
  );
}

/** Which item is looked at; virtual, because hundreds may have failed. */
function ItemList({
  items,
  shown,
  onChoose,
}: {
  readonly items: readonly ParkedView[];
  readonly shown: ParkedView | undefined;
  readonly onChoose: (item: string) => void;
}) {
  const history = usePast();
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  return (
    <div className="parked-list" ref={frame} style={{ height: Math.min(5, items.length) * rowHeight + 2 }}>
      <div className="parked-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const parked = items[index];
          if (parked === undefined) return null;
          const last = history.lastOfItem(parked.item);
          const value = last?.context.element?.item ?? last?.event?.data;
          return (
            <button
              key={parked.item}
              type="button"
              className={classNames("parked-row", parked === shown && "parked-row-shown")}
              aria-pressed={parked === shown}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(parked.item)}
            >
              <span className="parked-number">{parked.member ? parked.member.index + 1 : index + 1}</span>
              <span className="parked-what tw-cut">{value === undefined ? parked.event : brief(value)}</span>
              <span className="parked-why tw-cut" title={parked.error.message}>
                {parked.error.message.split("\n", 1)[0] || parked.error.name}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
