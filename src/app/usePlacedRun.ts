import { useEffect, useState } from "react";
import { preparePlaces } from "../editor/layout/preparePlaces.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { type LoadedRun, useStoredRun } from "../runs/useRun.ts";
import { allSteps, inlinedIn } from "../workflow/subWorkflows.ts";

const loading: LoadedRun = { kind: "loading" };

/** A run with places for all cards of its canvases. */
export function usePlacedRun(api: EngineApi, id: string): LoadedRun {
  const loaded = useStoredRun(api, id);
  const [ready, setReady] = useState<LoadedRun | null>(null);
  useEffect(() => {
    if (loaded.kind !== "loaded") return;
    let left = false;
    const { workflow } = loaded.stored;
    const inner = allSteps(workflow).flatMap(([, step]) => inlinedIn(step) ?? []);
    void Promise.all([workflow, ...inner].map(preparePlaces)).then(() => !left && setReady(loaded));
    return () => {
      left = true;
    };
  }, [loaded]);
  return loaded.kind !== "loaded" || ready === loaded ? loaded : loading;
}
