import { Plus, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../protocol/answer.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { LocalModels, ModelEntry } from "../../protocol/runnerKept.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { showToast } from "../../ui/toast.ts";
import { KeptList, KeptRow } from "./KeptList.tsx";
import type { Kept } from "./useKept.ts";

/** Servers of models on the runner's machine; looked for only when a person asks. */
export function LocalModelList({
  api,
  kept,
  models,
  children,
}: {
  readonly api: EngineApi;
  readonly kept: Kept;
  readonly models: readonly ModelEntry[];
  /** Buttons beside the one that looks. */
  readonly children: ReactNode;
}) {
  const [found, setFound] = useState<Answer<readonly LocalModels[]> | "looking" | null>(null);
  const look = async () => {
    setFound("looking");
    setFound(await api.findLocalModels());
  };
  const add = async ({ name: server, url }: LocalModels, model: string) => {
    const name = `${server}/${model}`;
    const refusal = await kept.change({ kind: "set-model", name, settings: { url, model } });
    showToast(refusal === null ? { tone: "ok", text: `${name} is added` } : { tone: "bad", text: refusal });
  };
  return (
    <>
      <div className="kept-buttons">
        {children}
        <Button icon={<Search aria-hidden />} disabled={found === "looking"} onClick={() => void look()}>
          Find local models
        </Button>
      </div>
      {found === "looking" && <Spinner label="Looking on this machine …" />}
      {found !== null && found !== "looking" && !found.ok && <Notice tone="bad" title={found.refusal.message} />}
      {found !== null && found !== "looking" && found.ok && found.value.length === 0 && (
        <p className="kept-none" role="status">
          None of Ollama (port 11434), LM Studio (1234), llama.cpp (8080) and vLLM (8000) answers. Start one and look
          again, or add its address by hand.
        </p>
      )}
      {found !== null &&
        found !== "looking" &&
        found.ok &&
        found.value.map((server) => (
          <div key={server.name} className="kept-found">
            <h3>
              {server.title} <span className="tw-mono tw-muted">{server.url}</span>
            </h3>
            {server.models.length === 0 ? (
              <p className="kept-none">It has no model yet.</p>
            ) : (
              <KeptList label={`Models of ${server.title}`}>
                {server.models.map((model) => {
                  const isHere = models.some((entry) => entry.url === server.url && entry.model === model);
                  return (
                    <KeptRow
                      key={model}
                      name={model}
                      actions={
                        isHere ? (
                          <span className="tw-muted">added</span>
                        ) : (
                          <Button
                            size="small"
                            icon={<Plus aria-hidden />}
                            aria-label={`Add ${model}`}
                            onClick={() => void add(server, model)}
                          >
                            Add
                          </Button>
                        )
                      }
                    />
                  );
                })}
              </KeptList>
            )}
          </div>
        ))}
    </>
  );
}
