import type { ReactNode } from "react";

/** Fields that belong together, under their title when they have one. */
export function SchemaGroup({
  title,
  help,
  error,
  children,
}: {
  readonly title: string | undefined;
  readonly help: string | undefined;
  readonly error: string | undefined;
  readonly children: ReactNode;
}) {
  const content = (
    <>
      {help !== undefined && <p className="tw-field-hint">{help}</p>}
      {children}
      {error !== undefined && <p className="tw-field-error">{error}</p>}
    </>
  );
  if (title === undefined) return <div className="schema-fields">{content}</div>;
  return (
    <fieldset className="schema-group">
      <legend>{title}</legend>
      {content}
    </fieldset>
  );
}
