import type { EngineApi } from "../protocol/engineApi.ts";
import { ComparePage } from "../runs/compare/ComparePage.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { PageMessage } from "./PageMessage.tsx";
import { routeHash } from "./route.ts";
import { usePlacedRun } from "./usePlacedRun.ts";

/** Two runs beside each other, or why they are not. */
export function ComparePlace({
  api,
  left,
  right,
}: {
  readonly api: EngineApi;
  readonly left: string;
  readonly right: string;
}) {
  const runs = [usePlacedRun(api, left), usePlacedRun(api, right)] as const;
  const refused = runs.find((run) => run.kind === "refused");
  if (left === right)
    return (
      <PageMessage title="Compare">
        <EmptyState title="It is the same run">Choose two runs in the list of runs, or “Compare” on a run.</EmptyState>
      </PageMessage>
    );
  if (refused?.kind === "refused")
    return (
      <PageMessage title="Compare">
        <EmptyState title="One of the two runs cannot be shown">{refused.refusal.message}</EmptyState>
      </PageMessage>
    );
  const [a, b] = runs;
  if (a.kind !== "loaded" || b.kind !== "loaded")
    return (
      <PageMessage title="Compare">
        <Spinner label="Loading both runs …" />
      </PageMessage>
    );
  return <ComparePage api={api} left={a.stored} right={b.stored} runHref={runHref} />;
}

function runHref(run: string, tick?: number): string {
  return routeHash({ kind: "run", run, ...(tick !== undefined && { tick }) });
}
