import { useEffect, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import { showToast } from "../ui/toast.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** The files in `public/examples`, in the order in which they are offered: the last four need the runner. */
export const exampleNames = [
  "word-count",
  "orders",
  "photos",
  "payment",
  "expenses",
  "review",
  "fetch",
  "table",
  "commit-report",
  "queue",
  "triage",
  "every-kind",
] as const;
export type ExampleName = (typeof exampleNames)[number];

/** What an example shows, and what has to be there before it can run. */
export const exampleFacts: {
  readonly [N in ExampleName]: { readonly teaches: string; readonly needs: "nothing" | "runner" | "model" };
} = {
  "word-count": { teaches: "steps side by side, collecting, a question", needs: "nothing" },
  orders: { teaches: "expressions and branches", needs: "nothing" },
  photos: { teaches: "lists, workers, parked items", needs: "nothing" },
  payment: { teaches: "delays and joins", needs: "nothing" },
  expenses: { teaches: "forms with tables, deadlines", needs: "nothing" },
  review: { teaches: "a workflow as a step", needs: "nothing" },
  fetch: { teaches: "requests, retries, a way for errors", needs: "nothing" },
  table: { teaches: "files and CSV", needs: "nothing" },
  "commit-report": { teaches: "commands and consent", needs: "runner" },
  queue: { teaches: "one worker, a queue", needs: "runner" },
  triage: { teaches: "a language model with a schema", needs: "model" },
  "every-kind": { teaches: "all thirteen kinds, to look them up", needs: "runner" },
};

export interface Example {
  readonly name: ExampleName;
  readonly workflow: Workflow;
  readonly file: Blob;
}

/** Once all are here, so that whoever comes back to the start page sees them at once. */
let kept: readonly Example[] | null = null;

/** The examples that this page carries; `null` while they load. A page without them offers none. */
export function useExamples(): readonly Example[] | null {
  const [examples, setExamples] = useState(kept);
  useEffect(() => {
    if (kept !== null) return;
    let left = false;
    void Promise.all(exampleNames.map(loadExample)).then((loaded) => {
      const found = loaded.filter((example) => example !== null);
      if (found.length === exampleNames.length) kept = found;
      if (!left) setExamples(found);
    });
    return () => {
      left = true;
    };
  }, []);
  return examples;
}

async function loadExample(name: ExampleName): Promise<Example | null> {
  try {
    const response = await fetch(`examples/${name}.workflow.json`);
    if (!response.ok) return null;
    const file = await response.blob();
    return { name, file, workflow: JSON.parse(await file.text()) as Workflow };
  } catch {
    return null;
  }
}

/** The stored copy of an example: the one that is here already, else a new one. */
export async function storeExample(
  api: EngineApi,
  example: Example,
  workflows: readonly WorkflowSummary[] | null,
): Promise<{ readonly id: string; readonly workflow: Workflow } | null> {
  const here = workflows?.find((workflow) => workflow.name === example.workflow.name);
  const answer = here
    ? await api.loadWorkflow(here.id)
    : await api.importWorkflow(new File([example.file], `${example.name}.workflow.json`));
  if (answer.ok) return answer.value;
  showToast({ tone: "bad", text: answer.refusal.message });
  return null;
}
