import type { EngineApi } from "../protocol/engineApi.ts";
import { EmptyState } from "../ui/EmptyState.tsx";

export function RunPlace({ id }: { readonly api: EngineApi; readonly id: string }) {
  return <EmptyState title={`Run ${id}`} />;
}
