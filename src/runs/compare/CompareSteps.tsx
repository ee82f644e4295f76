import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import type { EngineApi } from "../../protocol/engineApi.ts";
import { Chip } from "../../ui/Chip.tsx";
import { classNames } from "../../ui/classNames.ts";
import { formatCount, formatDuration } from "../../ui/format.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import type { Json } from "../../workflow/json.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { attemptWord } from "../attemptWord.ts";
import type { ComparedStep, StepSummary } from "./firstDifference.ts";
import { outputIn } from "./RunDigest.ts";
import { ValueDiff } from "./ValueDiff.tsx";

/** Each step in both runs: how it ended, how often and how long it ran, and what it handed on. */
export function CompareSteps({
  api,
  runs,
  rows,
  names,
  title,
  marked,
  selected,
  onSelect,
}: {
  readonly api: Pick<EngineApi, "readTicks">;
  readonly runs: readonly [string, string];
  readonly rows: readonly ComparedStep[];
  readonly names: readonly [string, string];
  readonly title: (step: StepId) => string;
  readonly marked: ReadonlySet<StepId>;
  readonly selected: StepId | null;
  readonly onSelect: (step: StepId) => void;
}) {
  const [open, setOpen] = useState<ReadonlySet<StepId>>(new Set());
  const toggle = (step: StepId) => {
    const next = new Set(open);
    if (!next.delete(step)) next.add(step);
    setOpen(next);
  };
  return (
    <table className="compare-steps">
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
          <th scope="col">Time</th>
          <th scope="col">Handed on</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { step, left, right, isSameOutput } = row;
          const isOpen = open.has(step);
          return (
            <Fragment key={step}>
              <tr
                className={classNames(step === selected && "compare-selected")}
                data-compared={step}
                data-differs={marked.has(step) || undefined}
              >
                <th scope="row">
                  <button type="button" className="link-button" onClick={() => onSelect(step)}>
                    {title(step)}
                  </button>
                </th>
                <td>
                  <Summary of={left} />
                </td>
                <td>
                  <Summary of={right} />
                </td>
                <td>
                  {formatDuration(left.tookMs)} <span className="tw-muted">and</span> {formatDuration(right.tookMs)}
                </td>
                <td>
                  {isSameOutput ? (
                    <span className="tw-muted">{left.outputs === 0 ? "nothing" : "the same"}</span>
                  ) : (
                    <button
                      type="button"
                      className="link-button compare-more"
                      aria-expanded={isOpen}
                      aria-label={`different: ${title(step)}`}
                      onClick={() => toggle(step)}
                    >
                      {isOpen ? <ChevronDown aria-hidden size={14} /> : <ChevronRight aria-hidden size={14} />}
                      different
                    </button>
                  )}
                </td>
              </tr>
              {isOpen && (
                <tr>
                  <td colSpan={5}>
                    <UnlikeOutputs api={api} runs={runs} left={left} right={right} names={names} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Summary({ of: { attempts, failed, last } }: { readonly of: StepSummary }) {
  if (attempts === 0) return <span className="tw-muted">did not run</span>;
  const state = last && attemptWord(last);
  return (
    <span className="compare-summary">
      {state && <Chip tone={state.tone}>{state.word}</Chip>}
      {attempts > 1 && <span className="tw-muted">{formatCount(attempts)} attempts</span>}
      {failed > 0 && failed < attempts && <span className="tw-muted">{formatCount(failed)} failed</span>}
    </span>
  );
}

/** Outputs that the other side has not, side by side in their order; read when somebody looks. */
function UnlikeOutputs({
  api,
  runs,
  left,
  right,
  names,
}: {
  readonly api: Pick<EngineApi, "readTicks">;
  readonly runs: readonly [string, string];
  readonly left: StepSummary;
  readonly right: StepSummary;
  readonly names: readonly [string, string];
}) {
  const [sides, setSides] = useState<readonly (readonly (Json | undefined)[])[] | null>(null);
  const [a, b] = runs;
  const key = `${left.unlike.join()} ${right.unlike.join()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which ticks
  useEffect(() => {
    let gone = false;
    const outputAt = (run: string) => async (seq: number) => {
      const [tick] = await api.readTicks(run, seq, seq);
      return tick && outputIn(tick);
    };
    void Promise.all([Promise.all(left.unlike.map(outputAt(a))), Promise.all(right.unlike.map(outputAt(b)))]).then(
      (read) => !gone && setSides(read),
      () => !gone && setSides([]),
    );
    return () => {
      gone = true;
    };
  }, [api, a, b, key]);
  if (sides === null) return <Spinner label="Reading what they handed on …" />;
  const [lefts = [], rights = []] = sides;
  return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no other name
    <ValueDiff key={index} left={lefts[index]} right={rights[index]} names={names} />
  ));
}
