import { trailRecord } from "../engine/trail.ts";
import { KeyValues } from "../ui/KeyValues.tsx";
import type { Attempt } from "./attempt.ts";
import { attemptWord } from "./attemptWord.ts";
import { brief } from "./journalLine.ts";
import { usePastOf, useRunContext } from "./RunContext.ts";
import { ValueView } from "./ValueView.tsx";

/** What an attempt came from: its element, the results on its own line (R69), and what `ctx.once` keeps (R18). */
export function AttemptPast({ attempt }: { readonly attempt: Attempt }) {
  const { element } = attempt.context;
  const once = [...Object.entries(attempt.context.once), ...Object.entries(attempt.recorded ?? {})];
  const sameAsInput =
    element !== undefined && JSON.stringify(element.item) === JSON.stringify(attempt.event?.data ?? null);
  return (
    <>
      {element !== undefined && (
        <section className="details-part">
          <h3>
            Item<span> {element.index + 1} of its batch</span>
          </h3>
          {sameAsInput ? (
            <p className="tw-muted">The same as its input.</p>
          ) : (
            <ValueView value={element.item} label="Item" />
          )}
        </section>
      )}
      {once.length > 0 && (
        <section className="details-part" aria-label="Kept by ctx.once">
          <h3>Kept by ctx.once</h3>
          <KeyValues rows={once.map(([key, value]) => [key, <code key={key}>{brief(value)}</code>])} />
        </section>
      )}
      <Trail attempt={attempt} />
    </>
  );
}

/** Which results led here, in the order in which they came. */
function Trail({ attempt }: { readonly attempt: Attempt }) {
  const { title, select } = useRunContext();
  const history = usePastOf(attempt.step);
  const entries = Object.entries(trailRecord(attempt.context.trail)).sort(([, a], [, b]) => a.seq - b.seq);
  if (entries.length === 0) return null;
  return (
    <section className="details-part" aria-label="What led here">
      <h3>What led here</h3>
      <ol className="trail">
        {entries.map(([step, { seq, count }]) => {
          const before = history.endedBy(seq);
          return (
            <li key={step}>
              <button type="button" className="link-button" onClick={() => select(step, { show: true })}>
                {title(step)}
              </button>
              <span className="tw-muted">
                {before && before.end !== "completed" ? ` ${attemptWord(before).word}` : ""}
                {count > 1 ? ` ×${count}` : ""} · tick {seq}
              </span>
              {before?.output !== undefined && (
                <code className="tw-cut" title={brief(before.output)}>
                  {brief(before.output)}
                </code>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
