import { Pencil, StepForward } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Answer } from "../protocol/answer.ts";
import type { WaitingItem } from "../protocol/fork.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Select } from "../ui/Select.tsx";
import { showToast } from "../ui/toast.ts";
import { allSteps } from "../workflow/subWorkflows.ts";
import { startNode } from "../workflow/wires.ts";
import { ChangeEventDialog } from "./ChangeEventDialog.tsx";
import { brief } from "./journalLine.ts";
import { useNewest, useRunContext } from "./RunContext.ts";
import { useBreakpoints } from "./useBreakpoints.ts";
import { useRunKeys } from "./useRunKeys.ts";
import "./SteppingBar.css";

/** Where the run stops, and while it is paused: what begins next, one step, other data. */
export function SteppingBar() {
  const { api, stored, title, selected, damaged } = useRunContext();
  const { id, imported } = stored.summary;
  const { breakpoints, toggle } = useBreakpoints();
  const lifecycle = useNewest(({ view }) => view.lifecycle);
  const paused = lifecycle === "paused" && imported !== true && !damaged;
  const next = useNextItem(paused);
  const [editing, setEditing] = useState<WaitingItem | null>(null);
  const act = async (call: Promise<Answer<null>>) => {
    const answer = await call;
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
  };
  useRunKeys({
    breakpoint: () => {
      if (selected === startNode) toggle("events", "Start");
      else if (selected !== null) toggle("steps", selected);
      else showToast({ tone: "info", text: "Select a step first, then set its breakpoint." });
    },
    step: () => void (paused && act(api.step(id))),
    proceed: () => void (paused && act(api.resume(id))),
  });
  const places = [
    ...breakpoints.steps.map((step) => ({ what: "steps" as const, place: step, name: title(step) })),
    ...breakpoints.events.map((type) => ({ what: "events" as const, place: type, name: `event ${type}` })),
  ];
  const types = useMemo(
    () => [...new Set(allSteps(stored.workflow).flatMap(([, { accepts = [] }]) => accepts))],
    [stored],
  );
  const free = types.filter((type) => !breakpoints.events.includes(type));
  if (lifecycle === "completed" || (!paused && places.length === 0)) return null;
  return (
    <section className="stepping" aria-label="Step through">
      {paused && (
        <>
          <Button
            size="small"
            icon={<StepForward aria-hidden />}
            disabled={next === null}
            title="One execution begins (F10)"
            onClick={() => void act(api.step(id))}
          >
            Step
          </Button>
          <Button size="small" title="The run goes on (F8)" onClick={() => void act(api.resume(id))}>
            Continue
          </Button>
          {next?.data !== undefined && (
            <Button size="small" icon={<Pencil aria-hidden />} onClick={() => setEditing(next)}>
              Change the event
            </Button>
          )}
          <span className="stepping-next tw-cut">
            {next === null ? (
              "Nothing waits to begin."
            ) : (
              <>
                next: <strong>{title(next.step)}</strong>
                {next.event !== undefined && ` (${next.event})`}
                {next.attempt > 1 && `, attempt ${next.attempt}`}
                {next.data !== undefined && <span className="stepping-data tw-mono">{brief(next.data)}</span>}
              </>
            )}
          </span>
        </>
      )}
      <span className="stepping-places">
        {places.map(({ what, place, name }) => (
          <button
            key={`${what} ${place}`}
            type="button"
            className="stepping-place"
            aria-label={`Remove the breakpoint at ${name}`}
            title="Remove this breakpoint"
            onClick={() => toggle(what, place)}
          >
            <Chip>
              <span className="stepping-dot" aria-hidden />
              {name}
            </Chip>
          </button>
        ))}
        {free.length > 0 && (
          <Select
            aria-label="Stop at an event"
            className="stepping-add"
            value=""
            onChange={(type) => {
              if (type !== "") toggle("events", type);
            }}
            options={[
              { value: "", label: "Stop at an event …" },
              ...free.map((type) => ({ value: type, label: type })),
            ]}
          />
        )}
      </span>
      {editing !== null && <ChangeEventDialog item={editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

/** The item that the next step begins: the one before which the run stopped, or the first that waits. */
function useNextItem(paused: boolean): WaitingItem | null {
  const { api, stored } = useRunContext();
  const { id } = stored.summary;
  const seq = useNewest(({ seq }) => (paused ? seq : 0));
  const stopped = useNewest(({ view }) => view.stopped?.item);
  const [items, setItems] = useState<readonly WaitingItem[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick may change what waits
  useEffect(() => {
    if (!paused) return setItems([]);
    let left = false;
    void api.waitingItems(id).then((answer) => {
      if (!left && answer.ok) setItems(answer.value);
    });
    return () => {
      left = true;
    };
  }, [api, id, paused, seq]);
  return items.find(({ item }) => item === stopped) ?? items[0] ?? null;
}
