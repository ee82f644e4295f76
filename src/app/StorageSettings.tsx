import { useEffect, useState } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import { keepTag, type Retention, type StorageUsage } from "../protocol/runList.ts";
import type { RunSummary } from "../protocol/storedRun.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Field } from "../ui/Field.tsx";
import { formatBytes, formatRelative, plural } from "../ui/format.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import { Notice } from "../ui/Notice.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { showToast } from "../ui/toast.ts";
import { useLibrary } from "./libraryStore.ts";
import { retentionIn, retentionText } from "./retentionText.ts";
import { routeHash } from "./route.ts";

/** What the storage holds and may hold, and how long runs stay in it. */
export function StorageSettings({ api }: { readonly api: EngineApi }) {
  const storage = useLibrary((library) => library.storage);
  return (
    <section aria-labelledby="settings-storage">
      <h2 id="settings-storage">Storage</h2>
      <div className="settings-body">
        {storage?.trouble && (
          <Notice tone="bad" title="Nothing can be saved now.">
            {storage.trouble}
          </Notice>
        )}
        {storage?.used != null && storage.quota != null && storage.quota > 0 && (
          <meter
            aria-label="Storage used"
            className="settings-meter"
            min={0}
            max={storage.quota}
            value={storage.used}
            high={storage.quota * 0.8}
          />
        )}
        <KeyValues
          rows={[
            ["Used", storage?.used == null ? "the browser does not say" : formatBytes(storage.used)],
            ["Available", storage?.quota == null ? "the browser does not say" : formatBytes(storage.quota)],
            [
              "Kept",
              storage?.persistent
                ? "yes, the browser promised not to clear it by itself"
                : "the browser may clear it when the disk is full; export what must not be lost",
            ],
          ]}
        />
        <p className="tw-muted">
          Workflows and runs live in this browser, under this address. Nothing is sent anywhere by itself.
        </p>
        <RetentionForm api={api} />
        <UsageTable api={api} />
      </div>
    </section>
  );
}

interface Foreseen {
  readonly rule: Retention;
  readonly count: number;
  readonly oldest: readonly RunSummary[];
}

/** Which runs are deleted by themselves; what the rule would delete is said before it holds. */
function RetentionForm({ api }: { readonly api: EngineApi }) {
  const [rule, setRule] = useState<Retention | null>(null);
  const [keepLast, setKeepLast] = useState("");
  const [days, setDays] = useState("");
  const [foreseen, setForeseen] = useState<Foreseen | null>(null);
  useEffect(() => {
    void api.retention().then((answer) => {
      if (!answer.ok) return;
      setRule(answer.value);
      setKeepLast(answer.value.keepLast?.toString() ?? "");
      setDays(answer.value.days?.toString() ?? "");
    });
  }, [api]);
  const wanted = retentionIn(keepLast, days);
  const foresee = async () => {
    if (typeof wanted === "string") return;
    const answer = await api.foreseeRetention(wanted);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
    else if (answer.value.count > 0) setForeseen({ rule: wanted, ...answer.value });
    else await save(wanted);
  };
  const save = async (next: Retention) => {
    const answer = await api.setRetention(next);
    if (!answer.ok) return showToast({ tone: "bad", text: answer.refusal.message });
    setRule(next);
    const { deleted } = answer.value;
    showToast({ tone: "ok", text: deleted === 0 ? "Saved." : `Saved; ${plural(deleted, "run")} deleted.` });
  };
  if (rule === null) return null;
  return (
    <form
      className="retention"
      onSubmit={(event) => {
        event.preventDefault();
        void foresee();
      }}
    >
      <h3>How long runs stay</h3>
      <p className="tw-muted">
        {retentionText(rule)} Runs that have not ended, and those with the tag “{keepTag}”, always stay.
      </p>
      <div className="retention-fields">
        <Field label="Keep the newest of each workflow" aside="runs">
          <TextInput inputMode="numeric" value={keepLast} onChange={setKeepLast} placeholder="all" />
        </Field>
        <Field label="Keep those younger than" aside="days">
          <TextInput inputMode="numeric" value={days} onChange={setDays} placeholder="any age" />
        </Field>
        <Button type="submit" disabled={typeof wanted === "string"}>
          Save the rule
        </Button>
      </div>
      {typeof wanted === "string" && (
        <p className="tw-field-error" role="alert">
          {wanted}
        </p>
      )}
      <ConfirmDialog
        open={foreseen !== null}
        title={`Delete ${plural(foreseen?.count ?? 0, "run")} now?`}
        action="Save and delete"
        onConfirm={() => (foreseen === null ? undefined : save(foreseen.rule))}
        onClose={() => setForeseen(null)}
      >
        This rule lets them go now, and others later by itself. The oldest:{" "}
        {foreseen?.oldest
          .slice(0, 5)
          .map((run) => `${run.name}, run ${run.number} (${formatRelative(run.createdAt, Date.now())})`)
          .join("; ")}
        {(foreseen?.count ?? 0) > 5 && " …"}. They cannot be had again.
      </ConfirmDialog>
    </form>
  );
}

/** What runs take, by workflow and the largest ones: measured when somebody asks. */
function UsageTable({ api }: { readonly api: EngineApi }) {
  const [usage, setUsage] = useState<StorageUsage | "measuring" | null>(null);
  const measure = async () => {
    setUsage("measuring");
    const answer = await api.storageUsage();
    setUsage(answer.ok ? answer.value : null);
    if (!answer.ok) showToast({ tone: "bad", text: answer.refusal.message });
  };
  if (usage === null || usage === "measuring")
    return (
      <div>
        <Button disabled={usage === "measuring"} onClick={() => void measure()}>
          {usage === "measuring" ? "Measuring …" : "Measure what runs take"}
        </Button>
      </div>
    );
  return (
    <div className="usage">
      <h3>Runs take about {formatBytes(usage.bytes)}</h3>
      <KeyValues
        rows={usage.workflows
          .slice(0, 10)
          .map(({ name, runs, bytes }) => [name, `${formatBytes(bytes)} in ${plural(runs, "run")}`])}
      />
      {usage.largest.length > 0 && (
        <>
          <h3>The largest</h3>
          <ul>
            {usage.largest.slice(0, 8).map(({ run, bytes }) => (
              <li key={run.id}>
                <a href={routeHash({ kind: "run", run: run.id })}>
                  {run.name}, run {run.number}
                </a>{" "}
                <span className="tw-muted">{formatBytes(bytes)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
