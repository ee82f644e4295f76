import type { EngineApi } from "../protocol/engineApi.ts";
import { EmptyState } from "../ui/EmptyState.tsx";

/** Loads a workflow for the editor, or says that it is not here. */
export function EditorPlace({ id }: { readonly api: EngineApi; readonly id: string }) {
  return <EmptyState title={`The editor of ${id}`} />;
}
