import { Chip } from "../ui/Chip.tsx";
import { classNames } from "../ui/classNames.ts";
import { useKnownRuns } from "./knownRuns.ts";
import { lineageOf, originText } from "./lineageOf.ts";
import { useRunContext } from "./RunContext.ts";
import { runWord } from "./runStatus.ts";
import "./Lineage.css";

/** The tree of forks and retries that the run belongs to. */
export function Lineage() {
  const { stored, openRun } = useRunContext();
  const { id } = stored.summary;
  const rows = useKnownRuns(({ runs }) => runs);
  const lineage = lineageOf(rows, id);
  if (lineage.length === 0) return null;
  return (
    <section className="details-part" aria-label="Lineage">
      <h3>Lineage</h3>
      <ul className="lineage">
        {lineage.map(({ run, depth }) => {
          const { tone, word } = runWord(run);
          const origin = originText(run);
          return (
            <li
              key={run.id}
              className={classNames("lineage-run", run.id === id && "lineage-here")}
              style={{ paddingLeft: Math.min(depth, 8) * 18 }}
              aria-current={run.id === id ? "page" : undefined}
              data-lineage={run.id}
            >
              {depth > 0 && <span className="lineage-branch" aria-hidden />}
              {run.id === id ? (
                <strong>run {run.number}</strong>
              ) : (
                <button type="button" className="link-button" onClick={() => openRun(run.id)}>
                  run {run.number}
                </button>
              )}
              <Chip tone={tone} dot>
                {word}
              </Chip>
              {origin !== null && (
                <span className="tw-muted tw-cut" title={origin}>
                  {origin}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
