/** One thing that running a workflow may do (`formats.md` §1); consent is given to these. */
export type Permission =
  /** `argv` holds the static arguments; a templated one is `null`. */
  | { readonly kind: "program"; readonly argv: readonly (string | null)[] }
  | { readonly kind: "shell"; readonly program: string; readonly line: string }
  | { readonly kind: "workspace"; readonly name: string; readonly access: "none" | "read" | "write" }
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "model"; readonly name: string }
  | { readonly kind: "secret"; readonly name: string };
