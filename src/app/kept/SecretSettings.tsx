import { KeyRound, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { RunnerKept } from "../../protocol/runnerKept.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { type AskedChange, ConfirmChange } from "./ConfirmChange.tsx";
import { KeptList, KeptRow } from "./KeptList.tsx";
import { KeptSection } from "./KeptSection.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import type { Kept } from "./useKept.ts";

export function SecretSettings({ kept }: { readonly kept: Kept }) {
  /** The name whose value is set; empty: a new one. */
  const [setting, setSetting] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedChange | null>(null);
  return (
    <KeptSection
      title="Secrets"
      about="Values that steps use by name, as {{ secret.NAME }}. They stay on the runner: this page can set one and never sees it again."
      kept={kept}
    >
      {({ secrets, models }) => (
        <>
          {secrets.length === 0 ? (
            <p className="kept-none">No secret is set yet.</p>
          ) : (
            <KeptList label="Secrets">
              {secrets.map((name) => (
                <KeptRow
                  key={name}
                  name={name}
                  mono
                  detail={usedAs(name, models)}
                  actions={
                    <>
                      <Button size="small" aria-label={`Replace ${name}`} onClick={() => setSetting(name)}>
                        Replace
                      </Button>
                      <IconButton
                        label={`Delete ${name}`}
                        size="small"
                        icon={<Trash2 aria-hidden />}
                        onClick={() =>
                          setAsked({
                            title: `Delete the secret ${name}?`,
                            action: "Delete",
                            consequence: `Steps and models that name it fail from now on. ${usedAs(name, models) ?? ""} Its value cannot be had back from the runner.`,
                            change: { kind: "delete-secret", name },
                          })
                        }
                      />
                    </>
                  }
                />
              ))}
            </KeptList>
          )}
          <Button icon={<Plus aria-hidden />} onClick={() => setSetting("")}>
            Add a secret
          </Button>
          {setting !== null && (
            <SecretDialog kept={kept} name={setting} taken={secrets} onClose={() => setSetting(null)} />
          )}
          <ConfirmChange asked={asked} kept={kept} onClose={() => setAsked(null)} />
        </>
      )}
    </KeptSection>
  );
}

function usedAs(secret: string, models: RunnerKept["models"]): string | undefined {
  const names = models.filter(({ keyFrom }) => keyFrom === secret).map(({ name }) => name);
  return names.length === 0 ? undefined : `The key of ${names.join(", ")}.`;
}

/** Mark of a row that has a key. */
export function KeyMark({ secret, missing }: { readonly secret: string; readonly missing: boolean }) {
  return (
    <span className={missing ? "kept-trouble" : undefined}>
      <KeyRound aria-hidden className="kept-key" /> {missing ? `the secret ${secret} is not set` : secret}
    </span>
  );
}
