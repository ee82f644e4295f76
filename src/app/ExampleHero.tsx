import { Play } from "lucide-react";
import { useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import { Button } from "../ui/Button.tsx";
import { type Example, storeExample } from "./examples.ts";
import { HeroPicture } from "./HeroPicture.tsx";
import { beginRun } from "./startFlow.ts";
import { navigate } from "./useRoute.ts";

/** The first thing a newcomer can do: run an example. */
export function ExampleHero({
  api,
  example,
  workflows,
}: {
  readonly api: EngineApi;
  readonly example: Example;
  readonly workflows: readonly WorkflowSummary[] | null;
}) {
  const [busy, setBusy] = useState(false);
  const withStored = async (use: (id: string, stored: Example["workflow"]) => void) => {
    setBusy(true);
    const stored = await storeExample(api, example, workflows);
    setBusy(false);
    if (stored) use(stored.id, stored.workflow);
  };
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-text">
        <h2 id="hero-title" className="hero-title">
          Try this one, it is ready to run
        </h2>
        <p>{example.workflow.description ?? example.workflow.name}</p>
        <div className="hero-buttons">
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            disabled={busy}
            onClick={() => void withStored((id, workflow) => beginRun(api, { workflowId: id, workflow }))}
          >
            Run the example
          </Button>
          <Button disabled={busy} onClick={() => void withStored((id) => navigate({ kind: "workflow", workflow: id }))}>
            Open in the editor
          </Button>
        </div>
      </div>
      <HeroPicture workflow={example.workflow} />
    </section>
  );
}
