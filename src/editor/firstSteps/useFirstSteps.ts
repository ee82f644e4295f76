import { useCallback, useState } from "react";
import { useDocument } from "../document/useDocument.ts";
import { endFirstSteps, firstStepsDone } from "./firstStepsDone.ts";

/** Whether hints for the first minutes are shown, and what ends them for good. */
export function useFirstSteps() {
  const [hinting, setHinting] = useState(() => !firstStepsDone());
  const isEmpty = useDocument(({ workflow }) => Object.keys(workflow.steps).length === 0);
  const end = useCallback(() => {
    if (!hinting) return;
    endFirstSteps();
    setHinting(false);
  }, [hinting]);
  return { shown: hinting && !isEmpty, end };
}
