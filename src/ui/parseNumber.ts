export type NumberBounds = {
  readonly min?: number;
  readonly max?: number;
  /** Whole numbers only. */
  readonly whole?: boolean;
};

/** What a person typed into a number field: a number, nothing, or a sentence about what is wrong. */
export function parseNumber(
  text: string,
  { min, max, whole = false }: NumberBounds,
): { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly message: string } {
  const trimmed = text.trim().replaceAll(/[\s_]/g, "");
  if (trimmed === "") return { ok: true, value: null };
  const value = Number(trimmed);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) || !Number.isFinite(value))
    return { ok: false, message: "Not a number. Write digits, for example 1500." };
  if (digitsOf(trimmed) !== digitsOf(String(value)))
    return { ok: false, message: "It has more digits than can be kept. Write fewer." };
  if (whole && !Number.isInteger(value)) return { ok: false, message: "Write a whole number." };
  if (min !== undefined && value < min) return { ok: false, message: `The smallest value is ${min}.` };
  if (max !== undefined && value > max) return { ok: false, message: `The largest value is ${max}.` };
  return { ok: true, value };
}

/** The digits that count, without sign, point, exponent and the zeros around them. */
function digitsOf(text: string): string {
  return text
    .replace(/e.*$/i, "")
    .replaceAll(/\D/g, "")
    .replaceAll(/^0+|0+$/g, "");
}
