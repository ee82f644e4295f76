import { type ReactNode, useId } from "react";
import type { RunnerKept } from "../../protocol/runnerKept.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import type { Kept } from "./useKept.ts";

/** One section of the settings about what the runner keeps: its rows, or why they cannot be shown. */
export function KeptSection({
  title,
  about,
  kept: { state, reload },
  more,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly kept: Kept;
  /** What does not depend on the runner; stands below. */
  readonly more?: ReactNode;
  readonly children: (kept: RunnerKept) => ReactNode;
}) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <div className="settings-body kept">
        <p>{about}</p>
        {state.kind === "away" && <p className="kept-none">The runner keeps them; it is not connected now.</p>}
        {state.kind === "loading" && <Spinner label="Asking the runner …" />}
        {state.kind === "failed" && (
          <Notice
            tone="bad"
            title={state.message}
            actions={
              <Button size="small" onClick={reload}>
                Ask again
              </Button>
            }
          />
        )}
        {state.kind === "here" && children(state.kept)}
        {more}
      </div>
    </section>
  );
}
