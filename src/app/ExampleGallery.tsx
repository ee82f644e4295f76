import { useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { WorkflowSummary } from "../protocol/storedWorkflow.ts";
import { Chip, type Tone } from "../ui/Chip.tsx";
import { pictureOf } from "../workflow/pictureOf.ts";
import { type Example, exampleFacts, storeExample } from "./examples.ts";
import { MiniPicture } from "./MiniPicture.tsx";
import { navigate } from "./useRoute.ts";

const needsLooks = {
  nothing: { tone: "ok", word: "runs at once" },
  runner: { tone: "wait", word: "needs the runner" },
  model: { tone: "wait", word: "needs a model" },
} as const satisfies Record<string, { readonly tone: Tone; readonly word: string }>;

/** Examples, each to open in the editor. */
export function ExampleGallery({
  title,
  api,
  examples,
  workflows,
}: {
  readonly title: string;
  readonly api: EngineApi;
  readonly examples: readonly Example[];
  readonly workflows: readonly WorkflowSummary[] | null;
}) {
  const [busy, setBusy] = useState(false);
  if (examples.length === 0) return null;
  const open = async (example: Example) => {
    setBusy(true);
    const stored = await storeExample(api, example, workflows);
    setBusy(false);
    if (stored) navigate({ kind: "workflow", workflow: stored.id });
  };
  return (
    <section className="home-section" aria-labelledby="home-examples">
      <h2 id="home-examples">{title}</h2>
      <ul className="home-grid">
        {examples.map((example) => (
          <li key={example.name}>
            <button
              type="button"
              className="workflow-card example-card"
              disabled={busy}
              onClick={() => void open(example)}
            >
              <MiniPicture picture={pictureOf(example.workflow)} />
              <span className="workflow-name">{example.workflow.name}</span>
              <span className="example-facts">
                <Chip tone={needsLooks[exampleFacts[example.name].needs].tone}>
                  {needsLooks[exampleFacts[example.name].needs].word}
                </Chip>
                <span className="tw-cut" title={exampleFacts[example.name].teaches}>
                  {exampleFacts[example.name].teaches}
                </span>
              </span>
              <span className="example-about" title={withoutMarks(example.workflow.description)}>
                {withoutMarks(example.workflow.description)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A description is Markdown; inside of a button only its words count. */
function withoutMarks(description = ""): string {
  return description.replace(/[*_`]/g, "");
}
