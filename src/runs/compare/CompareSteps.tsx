import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment, useState } from "react";
import { Chip } from "../../ui/Chip.tsx";
import { classNames } from "../../ui/classNames.ts";
import { formatCount, formatDuration } from "../../ui/format.ts";
import type { Json } from "../../workflow/json.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { attemptWord } from "../attemptWord.ts";
import { stableText } from "./comparableTick.ts";
import type { ComparedStep, StepSummary } from "./firstDifference.ts";
import { ValueDiff } from "./ValueDiff.tsx";

/** Pairs of outputs whose differences are shown. */
const maxPairs = 5;

/** Each step in both runs: how it ended, how often and how long it ran, and what it handed on. */
export function CompareSteps({
  rows,
  names,
  title,
  marked,
  selected,
  onSelect,
}: {
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
                    <span className="tw-muted">{left.outputs.length === 0 ? "nothing" : "the same"}</span>
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
                    {unlikePairs(left.outputs, right.outputs).map(([a, b], index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no other name
                      <ValueDiff key={index} left={a} right={b} names={names} />
                    ))}
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

/** Outputs that the other side has not, side by side in their order. */
function unlikePairs(
  left: readonly Json[],
  right: readonly Json[],
): readonly (readonly [Json | undefined, Json | undefined])[] {
  const [a, b] = [without(left, right), without(right, left)];
  const count = Math.min(Math.max(a.length, b.length), maxPairs);
  return Array.from({ length: count }, (_, index) => [a[index], b[index]] as const);
}

function without(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(stableText(other), (left.get(stableText(other)) ?? 0) + 1);
  return values.filter((value) => {
    const count = left.get(stableText(value)) ?? 0;
    left.set(stableText(value), count - 1);
    return count <= 0;
  });
}
