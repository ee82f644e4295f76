import type { StoredRun } from "../../protocol/engineApi.ts";
import { formatCount, plural } from "../../ui/format.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { differenceText } from "../../workflow/compareWorkflows.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { lineContext } from "../Journal.tsx";
import { journalLine } from "../journalLine.ts";
import type { HistoryEntry, RunHistory } from "../runHistory.ts";
import type { RunHref } from "./ComparePage.tsx";
import { differenceWords } from "./differenceWords.ts";
import type { Comparison, FirstDifference } from "./firstDifference.ts";
import { ValueDiff } from "./ValueDiff.tsx";

export interface NamedRun {
  readonly stored: StoredRun;
  readonly history: RunHistory;
  readonly name: string;
}

/** Where two runs part, in words, with the way to the tick in each. */
export function FirstDifferenceCard({
  compared,
  left,
  right,
  title,
  runHref,
  onSelect,
}: {
  readonly compared: { readonly comparison: Comparison } | null;
  readonly left: NamedRun;
  readonly right: NamedRun;
  readonly title: (step: StepId) => string;
  readonly runHref: RunHref;
  readonly onSelect: (step: StepId) => void;
}) {
  if (compared === null)
    return (
      <div className="compare-first">
        <Spinner label="Reading both journals …" />
      </div>
    );
  const { first, workflow, differing } = compared.comparison;
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
          <Line run={left} entry={first.left} title={title} runHref={runHref} />
          <Line run={right} entry={first.right} title={title} runHref={runHref} />
        </dl>
        <FirstValues first={first} names={[left.name, right.name]} />
        <p>
          In all, {formatCount(differing.left)} of {plural(left.history.seq, "tick")} here and{" "}
          {formatCount(differing.right)} of {formatCount(right.history.seq)} there have no counterpart.
        </p>
      </Notice>
    </div>
  );
}

function Line({
  run: { stored, history, name },
  entry,
  title,
  runHref,
}: {
  readonly run: NamedRun;
  readonly entry: HistoryEntry | undefined;
  readonly title: (step: StepId) => string;
  readonly runHref: RunHref;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {entry === undefined ? (
          <i>nothing like it</i>
        ) : (
          <>
            <a href={runHref(stored.summary.id, entry.tick.seq)}>tick {formatCount(entry.tick.seq)}</a>:{" "}
            {journalLine(entry, lineContext(history, title)).text}
          </>
        )}
      </dd>
    </>
  );
}

/** The values behind the first difference, place by place. */
function FirstValues({ first, names }: { readonly first: FirstDifference; readonly names: readonly [string, string] }) {
  if (first.left === undefined || first.right === undefined) return null;
  const [left, right] = [valueIn(first.left), valueIn(first.right)];
  return <ValueDiff left={left} right={right} names={names} most={6} />;
}

function valueIn({ tick }: HistoryEntry): Json | undefined {
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
