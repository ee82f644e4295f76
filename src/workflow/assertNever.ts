/** Ends every `switch` over a closed union: the compiler refuses it while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
