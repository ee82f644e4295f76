import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Problem } from "../../workflow/problem.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import type { RunnerOffers } from "../editorContext.ts";
import { type KeptTexts, keptTextProblems } from "../inspector/keptTexts.ts";
import { missingOnRunner } from "../missingOnRunner.ts";
import { shellProblems } from "./fixesFor.ts";
import { watchProblems } from "./watchProblems.ts";

/** What is wrong with the document; who uses it is drawn when that changes, not with every change of the document. */
export function useProblems(
  checkSources: (workflow: Workflow) => Promise<readonly Problem[]>,
  runner: RunnerOffers,
  keptTexts: KeptTexts,
): readonly Problem[] {
  const store = useDocumentStore();
  const offers = useRef(runner);
  const watch = useMemo(
    () =>
      watchProblems(store.getState().workflow, {
        checkSources,
        further: (workflow) => [
          ...keptTextProblems(workflow, keptTexts),
          ...shellProblems(workflow),
          ...missingOnRunner(workflow, offers.current),
        ],
      }),
    [store, checkSources, keptTexts],
  );
  useEffect(() => {
    watch.look(store.getState().workflow);
    watch.start();
    const stop = store.subscribe(({ workflow }) => watch.look(workflow));
    return () => {
      stop();
      watch.stop();
    };
  }, [store, watch]);
  useEffect(() => keptTexts.store.subscribe(() => watch.lookAgain()), [watch, keptTexts]);
  useEffect(() => {
    offers.current = runner;
    watch.lookAgain();
  }, [watch, runner]);
  return useSyncExternalStore(watch.onChange, watch.now);
}
