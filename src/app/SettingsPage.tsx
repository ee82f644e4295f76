import { useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/Chip.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Field } from "../ui/Field.tsx";
import { KeyValues } from "../ui/KeyValues.tsx";
import { NotificationPermission } from "../ui/NotificationPermission.tsx";
import { usePageTitle } from "../ui/pageTitle.ts";
import { Select } from "../ui/Select.tsx";
import { type ThemeChoice, useTheme } from "../ui/theme.ts";
import { showToast } from "../ui/toast.ts";
import { InTopBar } from "../ui/topBarSlots.tsx";
import { KeyboardMap } from "./KeyboardMap.tsx";
import { ApprovalSettings } from "./kept/ApprovalSettings.tsx";
import { ModelSettings } from "./kept/ModelSettings.tsx";
import { SecretSettings } from "./kept/SecretSettings.tsx";
import { TokenSettings } from "./kept/TokenSettings.tsx";
import { useKept } from "./kept/useKept.ts";
import { useLibrary } from "./libraryStore.ts";
import { OfflineSettings } from "./OfflineSettings.tsx";
import { RunnerAdvice, runnerWord } from "./RunnerChip.tsx";
import { StorageSettings } from "./StorageSettings.tsx";
import "./SettingsPage.css";
import "./kept/kept.css";

export function SettingsPage({ api }: { readonly api: EngineApi }) {
  usePageTitle("Settings");
  const kept = useKept(api);
  return (
    <>
      <InTopBar place="middle">
        <a href="#/" className="crumb">
          Workflows
        </a>
        <span className="crumb">/</span>
        <b>Settings</b>
      </InTopBar>
      <div className="settings">
        <h1>Settings</h1>
        <RunnerSettings api={api} />
        <ModelSettings api={api} kept={kept} />
        <SecretSettings kept={kept} />
        <ApprovalSettings api={api} kept={kept} />
        <TokenSettings kept={kept} />
        <StorageSettings api={api} />
        <OfflineSettings />
        <Notifications />
        <Appearance />
        <Keyboard />
      </div>
    </>
  );
}

function RunnerSettings({ api }: { readonly api: EngineApi }) {
  const runner = useLibrary((library) => library.runner);
  const [asking, setAsking] = useState(false);
  const { tone, word } = runnerWord(runner);
  return (
    <section aria-labelledby="settings-runner">
      <h2 id="settings-runner">Runner</h2>
      <div className="settings-body">
        <Chip tone={tone} dot>
          {word}
        </Chip>
        <RunnerAdvice runner={runner} />
        {runner.kind === "connected" && (
          <KeyValues
            rows={[
              ["Version", runner.health.version],
              ["Running now", String(runner.health.running)],
              ["Id", <code key="id">{runner.health.runner}</code>],
            ]}
          />
        )}
        {runner.kind !== "unpaired" && (
          <div>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Forget this runner
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Forget this runner?"
        action="Forget"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.forgetRunner();
          showToast({ tone: "info", text: "The runner is forgotten. Its printed address pairs this tab again." });
        }}
      >
        This browser drops its token. Commands that run now go on; steps that need the runner wait until you open the
        address it prints.
      </ConfirmDialog>
    </section>
  );
}

const themes: readonly { readonly value: ThemeChoice; readonly label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

function Appearance() {
  const { choice, choose } = useTheme();
  return (
    <section aria-labelledby="settings-appearance">
      <h2 id="settings-appearance">Appearance</h2>
      <div className="settings-body settings-narrow">
        <Field label="Theme">
          <Select value={choice} onChange={choose} options={themes} />
        </Field>
      </div>
    </section>
  );
}

/** For hooks that notify. */
function Notifications() {
  return (
    <section aria-labelledby="settings-notifications">
      <h2 id="settings-notifications">Notifications</h2>
      <div className="settings-body">
        <NotificationPermission />
      </div>
    </section>
  );
}

function Keyboard() {
  return (
    <section aria-labelledby="settings-keyboard">
      <h2 id="settings-keyboard">Keyboard</h2>
      <div className="settings-body">
        <KeyboardMap />
      </div>
    </section>
  );
}
