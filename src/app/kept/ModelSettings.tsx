import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { ModelEntry } from "../../protocol/runnerKept.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { showToast } from "../../ui/toast.ts";
import { type AskedChange, ConfirmChange } from "./ConfirmChange.tsx";
import { KeptList, KeptRow } from "./KeptList.tsx";
import { KeptSection } from "./KeptSection.tsx";
import { LocalModelList } from "./LocalModelList.tsx";
import { ModelDialog } from "./ModelDialog.tsx";
import { KeyMark } from "./SecretSettings.tsx";
import type { Kept } from "./useKept.ts";

export function ModelSettings({ api, kept }: { readonly api: EngineApi; readonly kept: Kept }) {
  /** The model that is changed; `new`: a further one. */
  const [edited, setEdited] = useState<ModelEntry | "new" | null>(null);
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const makeDefault = async ({ name, isDefault: _, ...settings }: ModelEntry) => {
    const refusal = await kept.change({ kind: "set-model", name, settings: { ...settings, isDefault: true } });
    if (refusal !== null) showToast({ tone: "bad", text: refusal });
  };
  return (
    <KeptSection
      title="Models"
      about="What agent steps talk to: servers that speak the OpenAI-compatible protocol, on this machine or elsewhere."
      kept={kept}
    >
      {({ models, secrets }) => (
        <>
          {models.length === 0 ? (
            <p className="kept-none">No model yet. Agent steps need one.</p>
          ) : (
            <KeptList label="Models">
              {models.map((model) => (
                <KeptRow
                  key={model.name}
                  name={model.name}
                  mark={model.isDefault && <Chip tone="accent">default</Chip>}
                  detail={
                    <>
                      <span className="tw-mono">{model.url}</span>
                      {model.model !== model.name && <span> · {model.model}</span>}
                      {model.keyFrom !== undefined && (
                        <>
                          {" · "}
                          <KeyMark secret={model.keyFrom} missing={!secrets.includes(model.keyFrom)} />
                        </>
                      )}
                    </>
                  }
                  actions={
                    <>
                      {!model.isDefault && (
                        <Button
                          size="small"
                          variant="quiet"
                          aria-label={`Make ${model.name} the default`}
                          onClick={() => void makeDefault(model)}
                        >
                          Make default
                        </Button>
                      )}
                      <Button size="small" aria-label={`Change ${model.name}`} onClick={() => setEdited(model)}>
                        Change
                      </Button>
                      <IconButton
                        label={`Delete ${model.name}`}
                        size="small"
                        icon={<Trash2 aria-hidden />}
                        onClick={() => setAsked(deletion(model))}
                      />
                    </>
                  }
                />
              ))}
            </KeptList>
          )}
          <LocalModelList api={api} kept={kept} models={models}>
            <Button icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
              Add a model
            </Button>
          </LocalModelList>
          {edited !== null && (
            <ModelDialog
              kept={kept}
              model={edited === "new" ? undefined : edited}
              models={models}
              secrets={secrets}
              onClose={() => setEdited(null)}
            />
          )}
          <ConfirmChange asked={asked} kept={kept} onClose={() => setAsked(null)} />
        </>
      )}
    </KeptSection>
  );
}

function deletion({ name, keyFrom }: ModelEntry): AskedChange {
  return {
    title: `Delete the model ${name}?`,
    action: "Delete",
    consequence: `Steps that name it fail from now on.${keyFrom === undefined ? "" : ` Its key, the secret ${keyFrom}, stays.`}`,
    change: { kind: "delete-model", name },
  };
}
