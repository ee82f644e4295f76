import { useStore } from "zustand";
import { useRunContext } from "../RunContext.ts";
import { TimelineView } from "./TimelineView.tsx";
import { useTimelineScene } from "./useTimelineScene.ts";

/** A bar per attempt, queue time and run time apart; in it one goes to any moment and to any attempt. */
export function Timeline() {
  const scene = useTimelineScene();
  const { title, select, selected, stores } = useRunContext();
  const execution = useStore(stores.attempt, ({ execution }) => execution);
  return (
    <TimelineView
      scene={scene}
      title={title}
      selected={selected}
      execution={execution}
      onSelect={(step) => select(step, { show: true })}
      onAttempt={(execution) => stores.attempt.setState({ execution })}
      onMoment={(tick) => stores.moment.setState({ tick, playing: false })}
    />
  );
}
