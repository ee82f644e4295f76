import { useEffect, useState } from "react";
import type { OutputUpdate } from "../protocol/runUpdate.ts";
import { applyOutput, noOutput, type OutputState } from "./outputLines.ts";
import { paceOutput } from "./outputPace.ts";
import { useRunContext } from "./RunContext.ts";

/** What an execution has written so far, live. */
export function useOutput(execution: string): OutputState {
  const { api, stored } = useRunContext();
  const [output, setOutput] = useState(noOutput);
  const runId = stored.summary.id;
  useEffect(() => {
    setOutput(noOutput);
    const { port1, port2 } = new MessageChannel();
    let waiting: OutputUpdate[] = [];
    let frame = 0;
    // A burst of pieces is taken once per frame, and no more of it than the page can read in one.
    const take = () => {
      const { now, later } = paceOutput(waiting);
      waiting = [...later];
      frame = later.length === 0 ? 0 : requestAnimationFrame(take);
      setOutput((state) => applyOutput(state, now));
    };
    port1.onmessage = (event: MessageEvent<OutputUpdate>) => {
      waiting.push(event.data);
      frame ||= requestAnimationFrame(take);
    };
    void api.watchOutput({ runId, execution }, port2);
    return () => {
      cancelAnimationFrame(frame);
      port1.postMessage("close");
      port1.close();
    };
  }, [api, runId, execution]);
  return output;
}
