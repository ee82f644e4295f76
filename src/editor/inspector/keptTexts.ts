import { createStore, type StoreApi } from "zustand/vanilla";
import type { KeptText, TextKeeper } from "../../ui/keptText.ts";
import { jsonPointer } from "../../workflow/jsonPointer.ts";
import type { Problem } from "../../workflow/problem.ts";
import type { StepId, Workflow } from "../../workflow/workflow.ts";

/** What a text belongs to: the settings of a step, what is given to it in a test, or other settings. */
export type TextPlace = { readonly step: StepId } | { readonly test: StepId } | { readonly other: string };

interface Entry {
  readonly place: TextPlace;
  readonly field: string;
  readonly text: KeptText;
}

/** The texts in the settings of one workflow that are no values (JSON that does not parse), by place and field. */
export interface KeptTexts {
  readonly store: StoreApi<readonly Entry[]>;
  readonly at: (place: TextPlace) => TextKeeper;
  /** The step has another name now. */
  readonly rename: (from: StepId, to: StepId) => void;
}

/** As long as the page lives: who comes back to a workflow finds what was left in its fields. */
const ofWorkflows = new Map<string, KeptTexts>();

export function keptTextsOf(workflowId: string): KeptTexts {
  const known = ofWorkflows.get(workflowId) ?? createKeptTexts();
  ofWorkflows.set(workflowId, known);
  return known;
}

export function createKeptTexts(): KeptTexts {
  const store = createStore<readonly Entry[]>(() => []);
  const isAt = (entry: Entry, place: TextPlace) => placeKey(entry.place) === placeKey(place);
  return {
    store,
    at: (place) => ({
      read: (field) => store.getState().find((entry) => isAt(entry, place) && entry.field === field)?.text,
      keep: (field, text) => {
        const before = store.getState();
        const others = before.filter((entry) => !isAt(entry, place) || entry.field !== field);
        if (text === null && others.length === before.length) return;
        store.setState(text === null ? others : [...others, { place, field, text }], true);
      },
    }),
    rename: (from, to) =>
      store.setState(
        store.getState().map((entry) => (isAt(entry, { step: from }) ? { ...entry, place: { step: to } } : entry)),
        true,
      ),
  };
}

/** Of the problem of a text; a place that no document has. */
export function keptTextPointer(step: StepId, field: string): string {
  return jsonPointer(["steps", step, "", field]);
}

/** One warning for each text that waits in a field of what is there. */
export function keptTextProblems(workflow: Pick<Workflow, "steps">, texts: KeptTexts): readonly Problem[] {
  return texts.store.getState().flatMap(({ place, field, text }): readonly Problem[] => {
    if ("test" in place) return [];
    const step = "step" in place ? place.step : undefined;
    // One that was deleted may come back.
    if (step !== undefined && !Object.hasOwn(workflow.steps, step)) return [];
    return [
      {
        rule: "V8",
        severity: "warning",
        pointer: step === undefined ? "" : keptTextPointer(step, field),
        message: `What stands in “${field}” is not taken yet: ${text.message} Until it is mended, the value before it counts.`,
        ...(step !== undefined && { step }),
      },
    ];
  });
}

export function placeKey(place: TextPlace): string {
  return Object.entries(place).flat().join(" ");
}
