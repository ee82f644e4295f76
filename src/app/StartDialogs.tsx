import { Play, ShieldCheck } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Refusal } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import { focusFirstInvalid } from "../runs/focusFirstInvalid.ts";
import { draftOf, type FormDraft, type FormProblem, readDraft } from "../runs/formDraft.ts";
import { MistakeList } from "../runs/MistakeList.tsx";
import { PermissionList } from "../runs/PermissionList.tsx";
import { ProblemList } from "../runs/ProblemList.tsx";
import { SchemaForm } from "../runs/SchemaForm.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { JsonSchema } from "../workflow/json.ts";
import { useLibrary } from "./libraryStore.ts";
import { RunnerAdvice } from "./RunnerChip.tsx";
import { allow, closeStartFlow, type StartFlow, startRun, useStartFlow, wayText } from "./startFlow.ts";
import { navigate, useRoute } from "./useRoute.ts";

/** The dialogs between *Run* and the run. */
export function StartDialogs({ api }: { readonly api: EngineApi }) {
  const flow = useStartFlow();
  return (
    <>
      {flow.kind === "form" && <InputDialog api={api} flow={flow} />}
      {flow.kind === "consent" && <ConsentDialog api={api} flow={flow} />}
      {flow.kind === "refused" && <RefusedDialog flow={flow} />}
    </>
  );
}

type FlowOf<K extends StartFlow["kind"]> = Extract<StartFlow, { kind: K }>;

/** Drafts of inputs by workflow id: what was typed last time is there again. */
const draftKey = (flow: FlowOf<"form">): string | null =>
  flow.request.workflowId === undefined ? null : `input/${flow.request.workflowId}`;

function InputDialog({ api, flow }: { readonly api: EngineApi; readonly flow: FlowOf<"form"> }) {
  const schema: JsonSchema = flow.request.workflow.input ?? true;
  const [draft, setDraft] = useState<FormDraft>(() => draftOf(schema, undefined));
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const touched = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    first.current = form.current?.querySelector<HTMLElement>("input, textarea, button") ?? null;
  }, []);
  const key = draftKey(flow);
  useEffect(() => {
    if (key === null) return;
    void api.loadDraft(key).then((kept) => {
      if (kept !== null && !touched.current) setDraft(kept);
    });
  }, [api, key]);
  const change = (next: FormDraft) => {
    touched.current = true;
    setDraft(next);
    if (problems.length > 0) {
      const reading = readDraft(schema, next);
      setProblems(reading.ok ? [] : reading.problems);
    }
    if (key !== null) void api.saveDraft(key, next ?? null);
  };
  const submit = () => {
    const reading = readDraft(schema, draft);
    if (reading.ok) void startRun(api, flow.request, reading.value);
    else {
      setProblems(reading.problems);
      focusFirstInvalid(form.current);
    }
  };
  const refused = serverProblems(flow.refusal);
  return (
    <Dialog
      open
      onClose={closeStartFlow}
      title={`Run “${flow.request.workflow.name}”${wayText(flow.request)}`}
      description="What the workflow needs to know before it begins."
      initialFocus={first}
      actions={
        <>
          <Button onClick={closeStartFlow}>Close</Button>
          <Button variant="primary" icon={<Play aria-hidden />} disabled={flow.busy} type="submit" form="input-form">
            {flow.request.withPins ? "Run with pins" : "Run"}
          </Button>
        </>
      }
    >
      {flow.refusal && (
        <Notice tone="bad" title={flow.refusal.message}>
          <ProblemList problems={flow.refusal.problems ?? []} />
        </Notice>
      )}
      <form
        id="input-form"
        ref={form}
        noValidate
        aria-label="Input"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SchemaForm schema={schema} draft={draft} onChange={change} problems={[...problems, ...refused]} />
      </form>
    </Dialog>
  );
}

/** Problems of the engine that belong to a field of the form. */
function serverProblems(refusal: Refusal | null): readonly FormProblem[] {
  return (refusal?.problems ?? [])
    .filter(({ pointer }) => pointer !== "")
    .map(({ pointer, message }) => ({ pointer, message }));
}

function ConsentDialog({ api, flow }: { readonly api: EngineApi; readonly flow: FlowOf<"consent"> }) {
  const { asked, busy, refusal, request } = flow;
  const back = useRef<HTMLButtonElement>(null);
  const onlyHosts = asked.permissions.every(({ kind }) => kind === "host");
  const some = asked.missing.length < asked.permissions.length;
  return (
    <Dialog
      open
      onClose={closeStartFlow}
      title={onlyHosts ? "This workflow sends requests" : "This workflow may do this on your machine"}
      initialFocus={back}
      description={
        some
          ? `“${request.workflow.name}” wants to do more than you allowed before. Nothing runs until you allow it.`
          : `Nothing of “${request.workflow.name}” runs until you allow it. You are asked again only when it wants more.`
      }
      actions={
        <>
          <Button ref={back} onClick={closeStartFlow}>
            Do not run
          </Button>
          <Button variant="primary" icon={<ShieldCheck aria-hidden />} disabled={busy} onClick={() => void allow(api)}>
            Allow
          </Button>
        </>
      }
    >
      {refusal && <Notice tone="bad" title={refusal.message} />}
      <PermissionList asked={asked} />
    </Dialog>
  );
}

function RefusedDialog({ flow }: { readonly flow: FlowOf<"refused"> }) {
  const { refusal, request } = flow;
  const id = request.workflowId;
  const close = useRef<HTMLButtonElement>(null);
  const runner = useLibrary((library) => library.runner);
  const route = useRoute();
  const inEditor = route.kind === "workflow" && route.workflow === id;
  return (
    <Dialog
      open
      onClose={closeStartFlow}
      title="The run did not begin"
      initialFocus={close}
      actions={
        <>
          {id !== undefined && !inEditor && (
            <Button
              onClick={() => {
                closeStartFlow();
                navigate({ kind: "workflow", workflow: id });
              }}
            >
              Open in the editor
            </Button>
          )}
          {refusal.code === "runner-unreachable" && (
            <Button
              onClick={() => {
                closeStartFlow();
                navigate({ kind: "settings" });
              }}
            >
              Runner settings
            </Button>
          )}
          <Button ref={close} variant="primary" onClick={closeStartFlow}>
            Close
          </Button>
        </>
      }
    >
      <Notice tone="bad" title={refusal.message}>
        <MistakeList
          problems={refusal.problems ?? []}
          workflow={request.workflow}
          onShow={
            id === undefined
              ? undefined
              : (step, line) => {
                  closeStartFlow();
                  navigate({ kind: "workflow", workflow: id, show: { step, ...(line !== undefined && { line }) } });
                }
          }
        />
      </Notice>
      {refusal.code === "runner-unreachable" && <RunnerAdvice runner={runner} />}
    </Dialog>
  );
}
