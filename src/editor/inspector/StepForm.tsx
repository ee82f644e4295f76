import { Copy, EllipsisVertical, Power, SkipForward, Spline, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { loadLater } from "../../ui/loadLater.ts";
import { Menu } from "../../ui/Menu.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { changeConfig, changeStep, renameStep } from "../../workflow/edits/steps.ts";
import { kindOf } from "../../workflow/kinds.ts";
import type { Step, StepConfigs, StepId } from "../../workflow/workflow.ts";
import { useDocumentStore } from "../document/useDocument.ts";
import { useEditor } from "../editorContext.ts";
import { CommitInput } from "./CommitInput.tsx";
import { CommonFields } from "./CommonFields.tsx";
import { formOf } from "./forms/kindForms.ts";
import { type InspectorTab, InspectorTabs } from "./InspectorTabs.tsx";
import { KindHelpText } from "./KindHelpText.tsx";
import type { KindFormProps } from "./kindForm.ts";
import { LastRunValues } from "./LastRunValues.tsx";
import { PinnedOutput } from "./PinnedOutput.tsx";
import { ProblemNotices } from "./ProblemNotices.tsx";
import { Row } from "./Section.tsx";
import { StartsOn } from "./StartsOn.tsx";
import { StepNames } from "./StepNames.tsx";
import { TextScope } from "./TextScope.tsx";
import { WhenFields } from "./WhenFields.tsx";

const TestStep = loadLater(() => import("../test/TestStep.tsx").then((module) => module.TestStep));

/** Where nothing else has the focus by now. */
function focusStepId(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>("#tw-settings [data-step-id]")?.focus();
}

/** The settings of one step, and a test of it. */
export function StepForm({ id, step }: { readonly id: StepId; readonly step: Step }) {
  const store = useDocumentStore();
  const { actions, keptTexts, lastRun, pickTarget, runUpTo } = useEditor();
  const [chosen, setTab] = useState<InspectorTab>("settings");
  const tabs: readonly InspectorTab[] = lastRun === null ? ["settings", "test"] : ["settings", "test", "last-run"];
  const tab = tabs.includes(chosen) ? chosen : "settings";
  const Form = formOf(step.kind);
  const props: KindFormProps = {
    id,
    step,
    config: step.config,
    onConfig: (patch) => {
      const { workflow } = store.getState();
      const before = workflow.steps[id]?.config;
      if (before === undefined) return;
      const config = Object.fromEntries(
        Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined),
      ) as unknown as StepConfigs[Step["kind"]];
      store.apply(changeConfig(workflow, id, config), { key: `config ${id} ${Object.keys(patch).join(" ")}` });
    },
    onFields: (fields) =>
      store.apply(changeStep(store.getState().workflow, id, fields), {
        key: `step ${id} ${Object.keys(fields).join(" ")}`,
      }),
  };
  return (
    <div className="tw-inspector">
      <header className="tw-inspector-head">
        <StepNames id={id} step={step} />
        <IconButton label="Connect to …" icon={<Spline aria-hidden />} shortcut="C" onClick={() => pickTarget(id)} />
        <IconButton label="Delete" icon={<Trash2 aria-hidden />} shortcut="Del" onClick={actions.remove} />
        <Menu
          align="end"
          trigger={<IconButton label="More" icon={<EllipsisVertical aria-hidden />} />}
          entries={[
            {
              kind: "action",
              id: "duplicate",
              label: "Duplicate",
              icon: <Copy aria-hidden />,
              shortcut: "Ctrl D",
              onChoose: actions.duplicate,
            },
            {
              kind: "action",
              id: "up-to",
              label: "Run up to here",
              note: "only what leads to this step",
              icon: <SkipForward aria-hidden />,
              onChoose: () => runUpTo(id),
            },
            {
              kind: "action",
              id: "disable",
              label: step.disabled === true ? "Switch on" : "Switch off",
              note: step.disabled === true ? "runs again" : "the step is skipped",
              icon: <Power aria-hidden />,
              onChoose: () => actions.setDisabled(id, step.disabled !== true),
            },
          ]}
        />
      </header>
      <InspectorTabs tabs={tabs} tab={tab} onTab={setTab}>
        {tab === "last-run" && (
          <div className="tw-inspector-body">
            <LastRunValues id={id} />
          </div>
        )}
        {tab === "test" && (
          <div className="tw-inspector-body">
            <Suspense>
              <TextScope of={{ test: id }}>
                <TestStep key={id} id={id} step={step} />
              </TextScope>
            </Suspense>
          </div>
        )}
        {tab === "settings" && (
          <div className="tw-inspector-body">
            <ProblemNotices id={id} step={step} />
            <details className="tw-help">
              <summary>What {kindOf(step).title} does</summary>
              <KindHelpText kind={step.kind} />
            </details>
            <Row>
              <Field label="Title">
                <TextInput
                  value={step.title ?? ""}
                  placeholder={id}
                  onChange={(title) => props.onFields({ title: title === "" ? undefined : title })}
                />
              </Field>
              <Field label="Id">
                <CommitInput
                  key={id}
                  mono
                  data-step-id
                  value={id}
                  onCommit={(text) => {
                    const to = text.trim();
                    const attempt = renameStep(store.getState().workflow, id, to);
                    if (!attempt.ok) return attempt.message;
                    keptTexts.rename(id, to);
                    const { activeElement } = document;
                    const goesOn = activeElement instanceof HTMLElement && activeElement.dataset.stepId !== undefined;
                    store.apply(attempt.edit, { select: [to] });
                    // Under its new name the step has a form of its own.
                    if (goesOn) requestAnimationFrame(focusStepId);
                    return null;
                  }}
                />
              </Field>
            </Row>
            <StartsOn id={id} step={step} />
            {step.needs !== undefined && <WhenFields id={id} step={step} onFields={props.onFields} />}
            <Form key={id} {...props} />
            <CommonFields key={`common ${id}`} {...props} />
            <PinnedOutput id={id} step={step} />
          </div>
        )}
      </InspectorTabs>
    </div>
  );
}
