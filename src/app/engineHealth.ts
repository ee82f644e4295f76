import { create } from "zustand";
import { showToast } from "../ui/toast.ts";
import type { EngineClient, EngineHealth } from "./engineClient.ts";

export const useEngineHealth = create<EngineHealth>(() => ({ kind: "running" }));

/** Keeps the health of the engine and tells the person when it was started again. */
export function watchEngine(client: EngineClient): void {
  client.onHealth((health) => {
    useEngineHealth.setState(health, true);
    if (health.kind === "restarted")
      showToast({
        tone: "bad",
        text: `The engine of this tab stopped and was started again. Runs go on from their journals. (${health.cause})`,
      });
  });
}
