import { Component, type ErrorInfo, type ReactNode } from "react";
import type { EngineApi } from "../protocol/engineApi.ts";
import { Button } from "../ui/Button.tsx";
import { download } from "../ui/download.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { useLibrary } from "./libraryStore.ts";
import "./page.css";

interface Props {
  readonly api: EngineApi;
  readonly children: ReactNode;
}

/**
 * The last resort when drawing the page failed: the engine lives in its own worker and goes on, so what is stored can
 * still be taken away from here.
 */
export class ErrorBoundary extends Component<Props, { readonly error: Error | null; readonly note: string }> {
  override state = { error: null, note: "" };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  /** Everything as files; what cannot be read is named and the rest still comes. */
  readonly exportAll = async () => {
    const { api } = this.props;
    const { workflows, runs } = useLibrary.getState();
    const missing: string[] = [];
    for (const { id, name } of workflows ?? []) {
      const stored = await api.loadWorkflow(id);
      if (stored.ok) {
        const text = `${JSON.stringify(stored.value.workflow, null, 2)}\n`;
        download(new Blob([text], { type: "application/json" }), `${name}.workflow.json`);
      } else missing.push(name);
    }
    for (const { id, name, number } of runs ?? []) {
      const log = await api.exportLog(id);
      if (log.ok) download(log.value, `${name} ${number}.runlog.jsonl`);
      else missing.push(`${name} ${number}`);
    }
    this.setState({ note: missing.length === 0 ? "Everything was exported." : `Not exported: ${missing.join(", ")}` });
  };

  override render() {
    const { error, note } = this.state as { error: Error | null; note: string };
    if (error === null) return this.props.children;
    return (
      <main className="page-message" role="alert">
        <EmptyState
          title="The page ran into an error of its own"
          actions={
            <>
              <Button onClick={() => void this.exportAll()}>Export everything</Button>
              <Button variant="primary" onClick={() => window.location.reload()}>
                Reload the page
              </Button>
            </>
          }
        >
          <p>Your workflows and runs are stored and runs go on. Reload to continue.</p>
          <pre className="page-error">{error.message}</pre>
          <p>{note}</p>
        </EmptyState>
      </main>
    );
  }
}
