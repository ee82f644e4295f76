import { ChevronLeft, ChevronRight, Crosshair, Pause, Play } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { Button, IconButton } from "../../ui/Button.tsx";
import { formatCount } from "../../ui/format.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { announce } from "../../ui/toast.ts";
import type { Moment } from "../moment.ts";
import { useHistory, useHistoryPart, useRunContext, useTick } from "../RunContext.ts";
import { momentText } from "./momentText.ts";
import { type JumpTarget, nextSpeed, type ScrubCommand, scrubCommand, speeds } from "./scrubKeys.ts";
import { usePlay } from "./usePlay.ts";
import { type ScrubWays, useAhead, useScrubPlace, useScrubWays, wayBack } from "./useScrub.ts";
import "./Scrubber.css";

/** Marks of errors on the track: closer ones cannot be told apart. */
const maxMarks = 150;

/** The way through the run, tick by tick, both ways. */
export function Scrubber() {
  const { stores } = useRunContext();
  const ways = useScrubWays();
  const isPast = useTick() !== null;
  const isUnread = useHistoryPart(({ seq }) => seq === 0);
  const playing = useStore(stores.moment, ({ playing }) => playing);
  usePlay(
    stores.moment,
    playing,
    useCallback(() => stores.history.store.getState().seq, [stores]),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.closest("[role=menu]")) return;
    const command = scrubCommand(event, ways.place().last);
    // A focused button has Space for itself.
    const isButton = event.target instanceof HTMLButtonElement;
    if (command === null || (isButton && command.kind === "play")) return;
    event.preventDefault();
    event.stopPropagation();
    obey(ways, command, stores.moment.getState());
  };
  if (isUnread) return <div className="scrubber" />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the slider inside, for its buttons too
    <div className={isPast ? "scrubber scrubber-past" : "scrubber"} onKeyDown={onKeyDown}>
      <TickButtons ways={ways} playing={playing} isPast={isPast} />
      <Place ways={ways} />
      <JumpMenu ways={ways} />
      <WayBack ways={ways} isPast={isPast} />
    </div>
  );
}

function TickButtons({
  ways,
  playing,
  isPast,
}: {
  readonly ways: ScrubWays;
  readonly playing: boolean;
  readonly isPast: boolean;
}) {
  const tick = useTick();
  const isShort = useHistoryPart(({ seq }) => seq <= 1);
  return (
    <>
      <IconButton
        size="small"
        label="Tick before"
        shortcut="←"
        icon={<ChevronLeft aria-hidden />}
        disabled={tick === null ? isShort : tick <= 1}
        onClick={() => ways.go(ways.place().at - 1)}
      />
      <IconButton
        size="small"
        label={playing ? "Stop playing" : "Play"}
        shortcut="Space"
        icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        onClick={() => ways.play(!playing)}
      />
      <IconButton
        size="small"
        label="Tick after"
        shortcut="→"
        icon={<ChevronRight aria-hidden />}
        disabled={!isPast}
        onClick={() => ways.go(ways.place().at + 1)}
      />
    </>
  );
}

/** Where one is, in words and on the track: all that changes with each tick. */
function Place({ ways }: { readonly ways: ScrubWays }) {
  const history = useHistoryPart(({ history }) => history);
  const { at, last, read } = useScrubPlace();
  const text = momentText(history, at, last);
  return (
    <>
      <span className="scrubber-label tw-mono" title={text}>
        tick {formatCount(at)} <span>/ {formatCount(last)}</span>
      </span>
      <div className="scrubber-track" style={{ "--read": `${(read / Math.max(1, last)) * 100}%` } as CSSProperties}>
        <Marks last={last} />
        <input
          type="range"
          aria-label="Tick"
          aria-valuetext={text}
          min={1}
          max={Math.max(2, last)}
          value={at}
          onChange={(event) => ways.go(Math.min(Number(event.currentTarget.value), Math.max(read, 1)))}
          style={{ "--at": `${((at - 1) / Math.max(1, last - 1)) * 100}%` } as CSSProperties}
        />
      </div>
    </>
  );
}

function WayBack({ ways, isPast }: { readonly ways: ScrubWays; readonly isPast: boolean }) {
  const ahead = useAhead();
  return (
    <Button size="small" disabled={!isPast} aria-label={wayBack[ahead]} onClick={ways.live}>
      {ahead === "live" ? "Live" : "End"}
    </Button>
  );
}

function obey(ways: ScrubWays, command: ScrubCommand, { playing, speed }: Moment): void {
  switch (command.kind) {
    case "by":
      ways.go(ways.place().at + command.ticks);
      return;
    case "first":
      ways.go(1);
      return;
    case "last":
      ways.live();
      return;
    case "play":
      ways.play(!playing);
      return;
    case "speed":
      changeSpeed(ways, nextSpeed(speed, command.by));
      return;
    case "jump": {
      const seq = ways.find(command.to, command.direction);
      if (seq === undefined)
        announce(`${nothingMore[command.to]} ${command.direction === 1 ? "after" : "before"} this`);
      else ways.go(seq);
    }
  }
}

function changeSpeed(ways: ScrubWays, speed: number): void {
  ways.setSpeed(speed);
  announce(`${speed} ticks a second`);
}

const nothingMore: Record<JumpTarget, string> = {
  step: "No tick of the selected step",
  error: "No error",
  store: "No change in the store",
  ask: "No question or answer",
};

const jumpWords: Record<JumpTarget, string> = {
  step: "tick of the step",
  error: "error",
  store: "change in the store",
  ask: "question or answer",
};

const jumpKeys: Record<JumpTarget, string> = { step: "S", error: "E", store: "V", ask: "Q" };

const targets: readonly JumpTarget[] = ["step", "error", "store", "ask"];

/** Where else to go, and how fast to play. */
function JumpMenu({ ways }: { readonly ways: ScrubWays }) {
  const { selected, title, stores } = useRunContext();
  const storeKey = useStore(stores.storeKey, ({ key }) => key);
  const current = useStore(stores.moment, ({ speed }) => speed);
  const entriesTo = (to: JumpTarget): readonly MenuEntry[] => {
    const what =
      to === "step" && selected !== null
        ? `tick of ${title(selected)}`
        : to === "store" && storeKey !== null
          ? `change of “${storeKey}”`
          : jumpWords[to];
    const next = ways.find(to, 1);
    const before = ways.find(to, -1);
    return [
      {
        kind: "action",
        id: `${to} next`,
        label: `Next ${what}`,
        shortcut: jumpKeys[to],
        disabled: next === undefined,
        onChoose: () => next !== undefined && ways.go(next),
      },
      {
        kind: "action",
        id: `${to} before`,
        label: `Previous ${what}`,
        shortcut: `Shift ${jumpKeys[to]}`,
        disabled: before === undefined,
        onChoose: () => before !== undefined && ways.go(before),
      },
    ];
  };
  return (
    <Menu
      side="top"
      align="end"
      trigger={<IconButton size="small" label="Jump to …" icon={<Crosshair aria-hidden />} />}
      entries={() => [
        { kind: "heading", id: "jump", label: "Jump to" },
        ...targets.flatMap(entriesTo),
        { kind: "line", id: "line" },
        { kind: "heading", id: "speed", label: "Ticks a second" },
        ...speeds.map(
          (speed): MenuEntry => ({
            kind: "choice",
            id: `speed ${speed}`,
            label: String(speed),
            checked: current === speed,
            onChoose: () => ways.setSpeed(speed),
          }),
        ),
      ]}
    />
  );
}

/** Where something failed. */
function Marks({ last }: { readonly last: number }) {
  const { travel, seq } = useHistory();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index grows in place; the seq says when
  const places = useMemo(() => {
    const found = new Set<number>();
    for (const error of travel.index.errors)
      found.add(Math.round(((error - 1) / Math.max(1, last - 1)) * maxMarks) / maxMarks);
    return [...found];
  }, [travel, seq, last]);
  return (
    <span className="scrubber-marks" aria-hidden>
      {places.map((place) => (
        <i key={place} style={{ left: `${place * 100}%` }} />
      ))}
    </span>
  );
}
