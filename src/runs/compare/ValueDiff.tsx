import { jsonPath } from "../../ui/jsonText.ts";
import type { Json } from "../../workflow/json.ts";
import { brief } from "../journalLine.ts";
import { valueDiff } from "./valueDiff.ts";
import "./ValueDiff.css";

/** The places at which two values differ, side by side. */
export function ValueDiff({
  left,
  right,
  names,
  most = 50,
}: {
  readonly left: Json | undefined;
  readonly right: Json | undefined;
  readonly names: readonly [string, string];
  readonly most?: number;
}) {
  const differences = valueDiff(left, right);
  if (differences.length === 0) return null;
  return (
    <div className="value-diff">
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {differences.slice(0, most).map(({ path, left, right }) => (
            <tr key={path.join("\n")}>
              <th scope="row">
                <code>{path.length === 0 ? "the whole" : jsonPath(path)}</code>
              </th>
              <Cell value={left} />
              <Cell value={right} />
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length > most && <p className="tw-muted">and {differences.length - most} more places</p>}
    </div>
  );
}

function Cell({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <td>–</td>;
  const text = typeof value === "string" ? value : brief(value);
  return (
    <td title={text.slice(0, 2_000)}>
      <code>{text.slice(0, 400)}</code>
    </td>
  );
}
