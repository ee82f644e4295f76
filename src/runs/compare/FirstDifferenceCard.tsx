import { useEffect, useState } from "react";
import type { Tick } from "../../engine/tick.ts";
import type { EngineApi } from "../../protocol/engineApi.ts";
import type { StoredRun } from "../../protocol/storedRun.ts";
import { formatCount, plural } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { differenceText } from "../../workflow/compareWorkflows.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { journalLine } from "../journalLine.ts";
import type { RunHref } from "./ComparePage.tsx";
import type { Comparing } from "./compareClient.ts";
import { differenceWords } from "./differenceWords.ts";
import type { FirstDifference } from "./firstDifference.ts";
import { ValueDiff } from "./ValueDiff.tsx";

interface NamedRun {
  readonly stored: StoredRun;
  readonly name: string;
}

/** Where two runs part, in words, with the way to the tick in each. */
export function FirstDifferenceCard({
  api,
  comparing: { compared, read, upTo, trouble },
  left,
  right,
  title,
  runHref,
  onSelect,
}: {
  readonly api: Pick<EngineApi, "readTicks">;
  readonly comparing: Comparing;
  readonly left: NamedRun;
  readonly right: NamedRun;
  readonly title: (step: StepId) => string;
  readonly runHref: RunHref;
  readonly onSelect: (step: StepId) => void;
}) {
  const first = compared?.comparison.first ?? null;
  const ticks = useFirstTicks(api, [left.stored.summary.id, right.stored.summary.id], first);
  if (trouble !== null)
    return (
      <Notice look="banner" tone="bad" title="The two runs could not be compared.">
        {trouble}
      </Notice>
    );
  if (compared === null) return <Reading read={read} upTo={upTo} />;
  const { workflow, differing } = compared.comparison;
  const [leftSide, rightSide] = compared.sides;
  const versions = workflow.length > 0 && (
    <p>They run different versions of the workflow: {differenceText(workflow)}.</p>
  );
  if (first === null)
    return (
      <Notice look="banner" tone="ok" title="The two runs did the same.">
        {versions}
        Only times, and the order of work side by side, may differ.
      </Notice>
    );
  const { step } = first;
  return (
    <div className="compare-first">
      <Notice
        className="compare-parting"
        tone="wait"
        title={`They part at ${differenceWords(first, title)}.`}
        actions={
          step !== undefined && (
            <button type="button" className="link-button" onClick={() => onSelect(step)}>
              Show {title(step)}
            </button>
          )
        }
      >
        {versions}
        <dl className="compare-lines">
          <Line run={left} seq={first.left} tick={ticks?.[0]} step={step} title={title} runHref={runHref} />
          <Line run={right} seq={first.right} tick={ticks?.[1]} step={step} title={title} runHref={runHref} />
        </dl>
        {ticks?.[0] && ticks[1] && (
          <ValueDiff left={valueIn(ticks[0])} right={valueIn(ticks[1])} names={[left.name, right.name]} most={6} />
        )}
        <p>
          In all, {formatCount(differing.left)} of {plural(leftSide.seq, "tick")} here and{" "}
          {formatCount(differing.right)} of {formatCount(rightSide.seq)} there have no counterpart.
        </p>
      </Notice>
    </div>
  );
}

/** How far both journals were read. */
function Reading({ read, upTo }: Pick<Comparing, "read" | "upTo">) {
  const [done, all] = [read[0] + read[1], upTo[0] + upTo[1]];
  const isLong = all > 4_000;
  return (
    <div className="compare-first">
      <Spinner
        label={
          isLong
            ? `Reading both journals: ${formatCount(done)} of ${formatCount(all)} ticks`
            : "Reading both journals …"
        }
      />
      {isLong && <progress className="compare-progress" aria-label="Ticks that were read" max={all} value={done} />}
    </div>
  );
}

/** The two ticks of the difference; `null` while they are read. */
function useFirstTicks(
  api: Pick<EngineApi, "readTicks">,
  [left, right]: readonly [string, string],
  first: FirstDifference | null,
): readonly [Tick | undefined, Tick | undefined] | null {
  const [ticks, setTicks] = useState<readonly [Tick | undefined, Tick | undefined] | null>(null);
  const [a, b] = [first?.left, first?.right];
  useEffect(() => {
    let gone = false;
    const tickAt = async (run: string, seq: number | undefined) =>
      seq === undefined ? undefined : (await api.readTicks(run, seq, seq))[0];
    void Promise.all([tickAt(left, a), tickAt(right, b)]).then(
      (read) => !gone && setTicks(read),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [api, left, right, a, b]);
  return ticks;
}

function Line({
  run: { stored, name },
  seq,
  tick,
  step,
  title,
  runHref,
}: {
  readonly run: NamedRun;
  readonly seq: number | undefined;
  readonly tick: Tick | undefined;
  readonly step: StepId | undefined;
  readonly title: (step: StepId) => string;
  readonly runHref: RunHref;
}) {
  // Who sent it is the step of the difference: nothing else of the attempt is told in a line.
  const attempt = () => (step === undefined ? undefined : { step });
  const { retryOf } = stored.summary;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {seq === undefined ? (
          <i>nothing like it</i>
        ) : (
          <>
            <a href={runHref(stored.summary.id, seq)}>tick {formatCount(seq)}</a>
            {tick !== undefined &&
              `: ${journalLine({ tick, notices: [], ...(step !== undefined && { step }) }, { title, attempt, retryOf }).text}`}
          </>
        )}
      </dd>
    </>
  );
}

/** The value behind the difference. */
function valueIn(tick: Tick): Json | undefined {
  switch (tick.kind) {
    case "run-started":
      return tick.input;
    case "event-added":
      return tick.event.data;
    case "store-changed":
      return tick.value;
    case "execution-finished": {
      const output = tick.results.find((result) => result.kind === "output");
      const returned = tick.results.find((result) => result.kind === "return");
      const value = output?.value ?? returned?.data ?? returned?.value;
      return typeof value === "object" && value !== null && !Array.isArray(value) && "type" in value && "data" in value
        ? (value.data as Json)
        : (value as Json | undefined);
    }
    default:
      return undefined;
  }
}
