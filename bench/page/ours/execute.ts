import type { Executors } from "../../../src/runtime/world.ts";
import type { Act } from "./workflows.ts";

/** Executors whose steps are plain functions of the bench: everything around them is the product. */
export function executorsOf(acts: Readonly<Record<string, Act>>): Executors {
  return {
    start(dispatch, execution) {
      const act = acts[dispatch.step];
      if (!act) throw new Error(`the bench has no step ${dispatch.step}`);
      void act(dispatch.event ?? { type: "Start" }).then((value) => {
        const all = value !== null && "results" in value;
        void execution.finish({ results: all ? value.results : [{ kind: "return", value }] });
      });
    },
    attach() {
      throw new Error("the bench attaches to nothing");
    },
    abort() {},
    stop() {},
    treatAsLost() {},
  };
}
