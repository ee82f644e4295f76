import { create } from "zustand";
import type { Answer, Refusal } from "../protocol/answer.ts";
import type { EngineApi } from "../protocol/engineApi.ts";
import type { WorkflowPermissions } from "../protocol/runnerApi.ts";
import { needsForm } from "../runs/fieldKind.ts";
import { loadedSoon } from "../ui/loadLater.ts";
import type { Json } from "../workflow/json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { navigate } from "./useRoute.ts";

/*
 * From *Run* to a run: the input form when the workflow asks for input, then consent when the runner misses it, then
 * the start. Nothing runs before the person has agreed to exactly what the runner derived from the frozen workflow.
 */

export interface RunRequest {
  readonly workflowId?: string;
  readonly workflow: Workflow;
  /** *Run with pins*: pinned outputs stand for their steps. */
  readonly withPins?: true;
  /** Only what leads to this step. */
  readonly upTo?: StepId;
}

/** How a run that tries something is named beside the name of its workflow; `""` for an ordinary one. */
export function wayText({ workflow, withPins, upTo }: RunRequest): string {
  const title = upTo && (workflow.steps[upTo]?.title ?? upTo);
  return `${title === undefined ? "" : ` up to “${title}”`}${withPins === true ? " with pins" : ""}`;
}

export type StartFlow =
  | { readonly kind: "idle" }
  | {
      readonly kind: "form";
      readonly request: RunRequest;
      readonly busy: boolean;
      readonly refusal: Refusal | null;
    }
  | { readonly kind: "starting"; readonly request: RunRequest }
  | {
      readonly kind: "consent";
      readonly request: RunRequest;
      /** What goes on once it was allowed. */
      readonly go: () => Promise<void>;
      readonly asked: WorkflowPermissions;
      readonly busy: boolean;
      readonly refusal: Refusal | null;
    }
  | { readonly kind: "refused"; readonly request: RunRequest; readonly refusal: Refusal };

/** Comes after the first picture of the page: no run is asked about before. */
const loadAskedOf = loadedSoon(async () => (await import("./askedOf.ts")).askedOf);

export const useStartFlow = create<StartFlow>(() => ({ kind: "idle" }));

const set = (flow: StartFlow): void => useStartFlow.setState(flow, true);

/** What *Run* does, wherever it stands. */
export function beginRun(api: EngineApi, request: RunRequest): void {
  // A second click on Run while the first one is under way is the same wish.
  if (useStartFlow.getState().kind === "starting") return;
  if (needsForm(request.workflow.input)) set({ kind: "form", request, busy: false, refusal: null });
  else void startRun(api, request, null);
}

export function closeStartFlow(): void {
  set({ kind: "idle" });
}

/** Starts with this input; asks for consent when the runner misses it. */
export async function startRun(api: EngineApi, request: RunRequest, input: Json): Promise<void> {
  const flow = useStartFlow.getState();
  set(flow.kind === "form" ? { ...flow, busy: true, refusal: null } : { kind: "starting", request });
  const answer = await api.startRun({ ...request, input });
  if (answer.ok) {
    set({ kind: "idle" });
    navigate({ kind: "run", run: answer.value.runId });
    // From the first run on there is something to lose. The browser may say no; the settings show what it said.
    void navigator.storage?.persist?.();
    return;
  }
  if (answer.refusal.code === "needs-permission") {
    await askConsent(api, request, () => startRun(api, request, input));
    return;
  }
  refuse(request, answer.refusal);
}

/** Shows what the workflow may do, and goes on when that was allowed. */
export async function askConsent(api: EngineApi, request: RunRequest, go: () => Promise<void>): Promise<void> {
  const askedOf = await loadAskedOf();
  const asked = await api.permissions(askedOf(request), request.workflowId);
  if (asked.ok) set({ kind: "consent", request, go, asked: asked.value, busy: false, refusal: null });
  else refuse(request, asked.refusal);
}

/** Begins a run that comes from another one. A refusal is answered; what nobody allowed yet is asked about first. */
export async function beginOther(
  api: EngineApi,
  request: RunRequest,
  start: () => Promise<Answer<{ readonly runId: string }>>,
): Promise<Refusal | null> {
  const answer = await start();
  if (answer.ok) navigate({ kind: "run", run: answer.value.runId });
  else if (answer.refusal.code !== "needs-permission") return answer.refusal;
  else {
    await askConsent(api, request, async () => {
      const refusal = await beginOther(api, request, start);
      if (refusal !== null) refuse(request, refusal);
    });
  }
  return null;
}

/** Consent to what was shown, then the start. */
export async function allow(api: EngineApi): Promise<void> {
  const flow = useStartFlow.getState();
  if (flow.kind !== "consent" || flow.busy) return;
  set({ ...flow, busy: true, refusal: null });
  const askedOf = await loadAskedOf();
  const answer = await api.approve(askedOf(flow.request), flow.asked.hash, flow.request.workflowId);
  if (useStartFlow.getState().kind !== "consent") return;
  if (answer.ok) {
    set({ kind: "starting", request: flow.request });
    await flow.go();
    if (useStartFlow.getState().kind === "starting") set({ kind: "idle" });
    return;
  }
  // What the workflow may do has changed meanwhile: show it anew rather than agree to something else.
  const asked =
    answer.refusal.code === "conflict" ? await api.permissions(askedOf(flow.request), flow.request.workflowId) : null;
  set({ ...flow, busy: false, refusal: answer.refusal, ...(asked?.ok && { asked: asked.value }) });
}

/** In the form the refusal stands beside the fields; elsewhere it gets a dialog of its own. */
function refuse(request: RunRequest, refusal: Refusal): void {
  const flow = useStartFlow.getState();
  set(flow.kind === "form" ? { ...flow, busy: false, refusal } : { kind: "refused", request, refusal });
}
