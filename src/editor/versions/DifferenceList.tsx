import { assertNever } from "../../workflow/assertNever.ts";
import type { Difference, FieldChange } from "../../workflow/compareWorkflows.ts";
import type { StepId } from "../../workflow/workflow.ts";
import { aroundChanges, lineDiff } from "./lineDiff.ts";
import { settingText } from "./settingText.ts";

/** What differs between two versions, step by step, each setting before and after. */
export function DifferenceList({
  differences,
  onShow,
}: {
  readonly differences: readonly Difference[];
  /** Leads to a step that is there now. */
  readonly onShow: (step: StepId) => void;
}) {
  return (
    <ul className="tw-differences">
      {differences.map((one) => (
        <li
          key={`${one.kind} ${"step" in one ? one.step : ""}`}
          className={`tw-difference tw-difference-${one.kind}`}
          data-difference={"from" in one ? one.from : "step" in one ? one.step : undefined}
        >
          <DifferenceHead difference={one} onShow={onShow} />
          {"fields" in one && one.fields.map((field) => <Field key={field.path.join(".")} field={field} />)}
        </li>
      ))}
    </ul>
  );
}

function DifferenceHead({
  difference,
  onShow,
}: {
  readonly difference: Difference;
  readonly onShow: (step: StepId) => void;
}) {
  const link = (step: StepId, title: string) => (
    <button type="button" className="tw-link" onClick={() => onShow(step)}>
      {title}
    </button>
  );
  switch (difference.kind) {
    case "added":
      return <p>{link(difference.step, difference.title)} was added</p>;
    case "removed":
      return (
        <p>
          <b>{difference.title}</b> was removed
        </p>
      );
    case "renamed":
      return (
        <p>
          <code>{difference.from}</code> is now {link(difference.step, difference.step)}
        </p>
      );
    case "changed":
      return <p>{link(difference.step, difference.title)} was changed</p>;
    case "rewired":
      return <p>The wires of {link(difference.step, difference.title)} were changed</p>;
    case "workflow":
      return <p>The workflow itself was changed</p>;
    case "reordered":
      return <p>Steps stand in another order</p>;
    case "layout":
      return difference.fields.length === 0 ? (
        <p>Cards, notes or groups stand elsewhere</p>
      ) : (
        <p>Notes, groups or the places of cards were changed</p>
      );
    default:
      return assertNever(difference);
  }
}

function Field({ field }: { readonly field: FieldChange }) {
  const { before, after, path } = field;
  const name = path[0] === "config" ? path.slice(1) : path;
  return (
    <div className="tw-difference-field">
      <code>{name.join(".")}</code>
      <pre>
        {aroundChanges(lineDiff(settingText(before), settingText(after))).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and the list is made anew as a whole
          <LineOfDiff key={index} line={line} />
        ))}
      </pre>
    </div>
  );
}

function LineOfDiff({ line }: { readonly line: ReturnType<typeof aroundChanges>[number] }) {
  if (line === null) return <span className="tw-diff-gap">…</span>;
  if (line.kind === "same") return <span> {line.text}</span>;
  const isAdded = line.kind === "added";
  return (
    <span className={isAdded ? "tw-diff-added" : "tw-diff-removed"}>
      <span aria-hidden>{isAdded ? "+" : "−"}</span>
      <span className="tw-hidden">{isAdded ? "added " : "removed "}</span>
      {line.text}
    </span>
  );
}
