import { useId, useState } from "react";
import { useFieldControl, useFieldName } from "../../ui/Field.tsx";
import { useKeptText } from "../../ui/keptText.ts";
import { TextInput, type TextInputProps } from "../../ui/TextInput.tsx";

/**
 * A text that counts when it is finished: on Enter or when the focus leaves. For names, where every letter on the
 * way would be another name. Escape takes back what was typed; what was refused waits for who comes back.
 */
export function CommitInput({
  value,
  onCommit,
  ...rest
}: Omit<TextInputProps, "value" | "onChange"> & {
  readonly value: string;
  /** What is wrong with the text, for a person; `null` when it was taken. */
  readonly onCommit: (text: string) => string | null;
}) {
  const name = useFieldName();
  const [left, keep] = useKeptText(rest["aria-label"] ?? name, value);
  const [typed, setTyped] = useState<string | null>(left?.text ?? null);
  const [problem, setProblem] = useState<string | null>(left?.message ?? null);
  const errorId = useId();
  const commit = () => {
    if (typed === null) return;
    const said = typed === value ? null : onCommit(typed);
    setProblem(said);
    keep(typed, said);
    if (said === null) setTyped(null);
  };
  return (
    <div className="tw-commit">
      <TextInput
        {...useFieldControl()}
        {...rest}
        {...(problem !== null && { "aria-invalid": true, "aria-describedby": errorId })}
        value={typed ?? value}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={(event) => {
          // What a name changes is drawn again before the focus looks for its next place.
          if (event.key === "Enter" || event.key === "Tab") commit();
          if (event.key === "Escape") {
            setTyped(null);
            setProblem(null);
            keep("", null);
          }
        }}
      />
      {problem !== null && (
        <p id={errorId} className="tw-field-error">
          {problem}
        </p>
      )}
    </div>
  );
}
