import { Fragment, type ReactNode } from "react";
import "./KeyValues.css";

/** A short list of named facts. Absent values leave their row out. */
export function KeyValues({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="tw-key-values">
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
