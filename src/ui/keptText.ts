import { createContext, use, useCallback, useState } from "react";

/** What stands in a field and is no value: nobody else has it. */
export interface KeptText {
  readonly text: string;
  /** What the field said of its value then. When that is another one now, the text belongs to the past. */
  readonly since: string;
  /** Why it is no value. */
  readonly message: string;
}

/** Keeps texts of fields while the fields are not drawn; a field is found by its name. */
export interface TextKeeper {
  readonly read: (field: string) => KeptText | undefined;
  readonly keep: (field: string, text: KeptText | null) => void;
}

/** Around the fields of one form; without it a text goes with its field. */
export const TextKeeperContext = createContext<TextKeeper | null>(null);

/** The text that was left in the field, if its value is still the same; and how to leave one there, or none. */
export function useKeptText(
  field: string | undefined,
  since: string,
): readonly [left: KeptText | null, keep: (text: string, message: string | null) => void] {
  const keeper = use(TextKeeperContext);
  const [left] = useState(() => {
    if (keeper === null || field === undefined) return null;
    const kept = keeper.read(field);
    return kept?.since === since ? kept : null;
  });
  const keep = useCallback(
    (text: string, message: string | null) => {
      if (field !== undefined) keeper?.keep(field, message === null ? null : { text, since, message });
    },
    [keeper, field, since],
  );
  return [left, keep];
}
