import { Play } from "lucide-react";
import { useState } from "react";
import type { EngineApi, WorkflowSummary } from "../protocol/engineApi.ts";
import { Button } from "../ui/Button.tsx";
import { type Example, storeExample, useExamples } from "./examples.ts";
import { HeroPicture } from "./HeroPicture.tsx";
import { beginRun } from "./startFlow.ts";
import { navigate } from "./useRoute.ts";

/** The first thing a newcomer can do: run an example. The others are offered beside it. */
export function ExampleHero({
  api,
  workflows,
}: {
  readonly api: EngineApi;
  readonly workflows: readonly WorkflowSummary[] | null;
}) {
  const examples = useExamples();
  const [busy, setBusy] = useState(false);
  const [first, ...others] = examples ?? [];
  if (first === undefined) return null;
  const withStored = async (example: Example, use: (id: string, stored: Example["workflow"]) => void) => {
    setBusy(true);
    const stored = await storeExample(api, example, workflows);
    setBusy(false);
    if (stored) use(stored.id, stored.workflow);
  };
  const open = (example: Example) => withStored(example, (id) => navigate({ kind: "workflow", workflow: id }));
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-text">
        <h2 id="hero-title" className="hero-title">
          Try this one, it is ready to run
        </h2>
        <p>{first.workflow.description ?? first.workflow.name}</p>
        <div className="hero-buttons">
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            disabled={busy}
            onClick={() => void withStored(first, (id, workflow) => beginRun(api, { workflowId: id, workflow }))}
          >
            Run the example
          </Button>
          <Button disabled={busy} onClick={() => void open(first)}>
            Open in the editor
          </Button>
        </div>
        {others.length > 0 && (
          <p className="hero-others">
            <span>More examples:</span>
            {others.map((example) => (
              <button
                key={example.name}
                type="button"
                className="link-button"
                disabled={busy}
                title={example.workflow.description}
                onClick={() => void open(example)}
              >
                {example.workflow.name}
              </button>
            ))}
          </p>
        )}
      </div>
      <HeroPicture workflow={first.workflow} />
    </section>
  );
}
